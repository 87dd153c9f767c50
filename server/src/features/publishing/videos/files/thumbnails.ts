import { limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { asBadRequest } from '../../../../http/api/as-bad-request.ts'
import { newName } from '../../../../lib/security/tokens.ts'
import { encodeSizes, makePlaceholder, withImage } from '../../../../media/images/images.ts'
import { limitPictures } from '../../../core/files/picture-limit.ts'

const widths = [320, 640, 1280]
const formats = ['webp', 'avif', 'jpeg'] as const

/** The files in the folder of a thumbnail. */
export const thumbnailNames = widths.flatMap((width) => formats.map((format) => `${width}.${format}`))

/** A thumbnail in the sizes and formats that pages use, cropped to 16:9, and its tiny placeholder. */
export function encodeThumbnail(path: string, maxBytes?: number) {
  const sizes = widths.map((width) => ({ name: String(width), width, height: (width / 16) * 9 }))
  return withImage(path, maxBytes ? { maxBytes } : {}, async (image) => {
    const encoded = await encodeSizes(image, sizes, formats)
    const files = encoded.map((file) => ({ ...file, name: `${file.name}.${file.format}` }))
    return { files, placeholder: await makePlaceholder(image) }
  })
}

/** The files of an uploaded thumbnail and the columns that name them; undefined if there was none. */
export async function readThumbnail(context: Context, ownerId: string, path: string | undefined) {
  if (!path) return undefined
  await limitPictures(context, 'thumbnail', ownerId)
  const { files, placeholder } = await asBadRequest('thumbnail', () =>
    encodeThumbnail(path, limits.thumbnailBytes),
  )
  const folder = `thumbnail-${newName()}`
  return { files, columns: { thumbnail_folder: folder, has_own_thumbnail: true, placeholder } }
}
