import { limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { ReceivedFile } from '../../http/multipart.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { badRequest } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { newToken } from '../../lib/tokens.ts'
import { encodeSizes, type ImageSize, readImage } from '../../media/images.ts'
import { RefusedMediaError } from '../../media/refused.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { lockUser, type UserRow, updateUser } from './accounts.queries.ts'

interface PictureKind {
  column: 'avatar_folder' | 'cover_folder'
  prefix: string
  maxBytes: number
  sizes: ImageSize[]
}

export const avatarKind: PictureKind = {
  column: 'avatar_folder',
  prefix: 'avatars',
  maxBytes: limits.avatarBytes,
  sizes: [64, 160, 320].map((side) => ({ name: String(side), width: side, height: side })),
}

export const coverKind: PictureKind = {
  column: 'cover_folder',
  prefix: 'covers',
  maxBytes: limits.coverBytes,
  sizes: [640, 1280, 2048].map((width) => ({ name: String(width), width, height: width / 4 })),
}

/** Replaces a picture of a person: new files under a new name, then the row, then the old files go. */
export async function replacePicture(
  { sql, storage, clock }: Context,
  userId: string,
  kind: PictureKind,
  file: ReceivedFile,
): Promise<UserRow> {
  const folder = `${kind.prefix}/${newToken()}`
  const images = await encode(kind, file)
  // Should the process die before the commit, this takes the new files away again.
  await enqueue(sql, removeFolder, { folder }, { key: folder, runAt: secondsAfter(clock.now(), 3600) })
  for (const image of images)
    await storage.putBytes(`${folder}/${image.name}.webp`, image.bytes, image.contentType)
  return sql.begin(async (tx) => {
    const old = (await lockUser(tx, userId))[kind.column]
    if (old) await enqueue(tx, removeFolder, { folder: old })
    await tx`select graphile_worker.remove_job(${folder})`
    return updateUser(tx, userId, { [kind.column]: folder }, clock.now())
  })
}

async function encode(kind: PictureKind, file: ReceivedFile) {
  try {
    return await encodeSizes(await readImage(file.path, { maxBytes: kind.maxBytes }), kind.sizes)
  } catch (error) {
    if (error instanceof RefusedMediaError) throw badRequest(error.message)
    throw error
  }
}
