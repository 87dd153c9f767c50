import type { AppContext, Context } from '../../../../context/context.ts'
import type { FindFile } from '../../../../http/files/media-files.ts'
import { FreshCache } from '../../../../http/response-cache/fresh-cache.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { cachePrivately, cacheWhilePublic } from '../../../../media/storage/cache-control.ts'
import { findSignedDownload } from '../../../core/files/download-link.ts'
import { listMovedFolders } from '../../../core/files/moved-folder.ts'
import { findPictureFolder, findVideoFolder } from './video-files.queries.ts'

const cacheLimits = {
  /** Must be shorter than the time for which files stay in their old folder after a move. */
  freshMs: 3000,
  maxBytes: 4 * 1024 * 1024,
}

/** Anyone may get the files of a video that is not private; those of a private one need a signed address. */
export function createVideoAccess(context: AppContext): FindFile {
  const { sql, clock, signer } = context
  const findFolder = cacheByFolder(clock, (folder) => findVideoFolder(sql, folder))
  return async (request) => {
    const { key, folder, signature } = request
    const video = await findFolder(folder)
    if (!video) return undefined
    // Any viewer may have a download address from when the video was public, so it is valid for that folder only.
    if (signature?.use === 'download')
      return video.folder === folder ? findSignedDownload(context, request) : undefined
    // The files of a video move when it is made private; old addresses lead to the new folder.
    const currentKey = video.folder + key.slice(folder.length)
    if (video.visibility !== 'private')
      return { key: currentKey, isPublic: true, cacheControl: cacheWhilePublic }
    const isSigned = signature?.use === 'signed' && signer.verify(folder, signature.token, clock.now())
    return isSigned ? { key: currentKey, isPublic: false, cacheControl: cachePrivately } : undefined
  }
}

/** Pictures of tweets and people are public, unless the tweet was removed or the account is not shown. */
export function createPictureAccess({ sql, clock }: Pick<Context, 'sql' | 'clock'>): FindFile {
  const findFolder = cacheByFolder(clock, async (folder) => {
    // Pictures that were hidden have moved, and their old addresses work again when they are shown.
    const found =
      (await findPictureFolder(sql, [folder])) ??
      (await findPictureFolder(sql, await listMovedFolders(sql, folder)))
    if (!found) return folder
    return found.isHidden ? undefined : found.folder
  })
  return async ({ key, folder }) => {
    const current = await findFolder(folder)
    if (!current) return undefined
    const currentKey = current + key.slice(folder.length)
    return { key: currentKey, isPublic: true, cacheControl: cacheWhilePublic }
  }
}

/** Caches results for a moment, including missing ones, because a player requests files many times a second. */
function cacheByFolder<Known>({ now }: Clock, find: (folder: string) => Promise<Known>) {
  const cache = new FreshCache<{ known: Known; bytes: number }>({
    ...cacheLimits,
    now: () => now().getTime(),
  })
  const look = async (folder: string) => ({ known: await find(folder), bytes: 300 })
  return async (folder: string): Promise<Known | undefined> =>
    (await cache.get(folder, () => look(folder)))?.known
}
