import { coverWidths, limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { ReceivedFile } from '../../http/multipart.ts'
import { refuse } from '../../http/refuse-media.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { newToken } from '../../lib/tokens.ts'
import { encodeSizes, type ImageSize, withImage } from '../../media/images.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { storeWith } from '../files/files.service.ts'
import { countPicture } from '../files/picture-limit.ts'
import { lockUser, type UserRow, updateUser } from './accounts.queries.ts'

interface PictureKind {
  field: string
  column: 'avatar_folder' | 'cover_folder'
  prefix: string
  maxBytes: number
  sizes: ImageSize[]
}

export const avatarKind: PictureKind = {
  field: 'avatar',
  column: 'avatar_folder',
  prefix: 'avatars',
  maxBytes: limits.avatarBytes,
  sizes: [64, 160, 320].map((side) => ({ name: String(side), width: side, height: side })),
}

export const coverKind: PictureKind = {
  field: 'coverimage',
  column: 'cover_folder',
  prefix: 'covers',
  maxBytes: limits.coverBytes,
  sizes: coverWidths.map((width) => ({ name: String(width), width, height: width / 4 })),
}

/**
 * Replaces a picture of a person: new files under a new name, then the row, then the old files go. With `onlyFirst` one
 * that they have by then stays, and the new files go.
 */
export async function replacePicture(
  context: Context,
  userId: string,
  kind: PictureKind,
  file: ReceivedFile,
  { onlyFirst = false } = {},
): Promise<UserRow> {
  await countPicture(context, kind.prefix, userId)
  const folder = `${kind.prefix}/${newToken()}`
  const images = await refuse(kind.field, () =>
    withImage(file.path, { maxBytes: kind.maxBytes }, (image) => encodeSizes(image, kind.sizes)),
  )
  const files = images.map(({ name, ...image }) => ({ ...image, name: `${name}.webp` }))
  return storeWith(context, folder, files, async (tx) => {
    const user = await lockUser(tx, userId)
    const old = user[kind.column]
    if (old && onlyFirst) {
      await enqueue(tx, removeFolder, { folder })
      return user
    }
    if (old) await enqueue(tx, removeFolder, { folder: old })
    return updateUser(tx, userId, { [kind.column]: folder }, context.clock.now())
  })
}
