import { coverWidths, limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { asBadRequest } from '../../../../http/api/as-bad-request.ts'
import type { ReceivedFile } from '../../../../http/api/multipart.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { newToken } from '../../../../lib/security/tokens.ts'
import { encodeSizes, type ImageSize, withImage } from '../../../../media/images/images.ts'
import { removeFolderJob } from '../../../core/files/files.jobs.ts'
import { storeFilesAndCommit } from '../../../core/files/files.service.ts'
import { limitPictures } from '../../../core/files/picture-limit.ts'
import { lockUser, type UserRow, updateUser } from '../accounts.queries.ts'

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
 * Replaces a picture of a person: stores the new files, changes the row and then removes the old files. With
 * `onlyFirst`, a picture that exists by then is kept, and the new files are removed.
 */
export async function replacePicture(
  context: Context,
  userId: string,
  kind: PictureKind,
  file: ReceivedFile,
  { onlyFirst = false } = {},
): Promise<UserRow> {
  await limitPictures(context, kind.prefix, userId)
  const folder = `${kind.prefix}/${newToken()}`
  const images = await asBadRequest(kind.field, () =>
    withImage(file.path, { maxBytes: kind.maxBytes }, (image) => encodeSizes(image, kind.sizes)),
  )
  const files = images.map(({ name, ...image }) => ({ ...image, name: `${name}.webp` }))
  return storeFilesAndCommit(context, folder, files, async (tx) => {
    const user = await lockUser(tx, userId)
    const old = user[kind.column]
    if (old && onlyFirst) {
      await enqueue(tx, removeFolderJob, { folder })
      return user
    }
    if (old) await enqueue(tx, removeFolderJob, { folder: old })
    return updateUser(tx, userId, { [kind.column]: folder }, context.clock.now())
  })
}
