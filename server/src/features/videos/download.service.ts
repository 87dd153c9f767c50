import { t } from '@vireo/contract'
import type { AppContext, Context } from '../../context.ts'
import { defineJob, enqueue } from '../../jobs/define-job.ts'
import { AppError } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { makeDownload } from '../../media/extras.ts'
import { probe } from '../../media/probe.ts'
import { assertRoom, claimForWork } from '../room/room.service.ts'
import { localCopy, publishFiles, withScratch } from './video-files.ts'
import { setFileBytes, type VideoRow } from './videos.queries.ts'

const linkSeconds = 3600
const waitMs = 60_000

/** Made when the first person asks: most videos are never downloaded, and it is a copy without encoding. */
export const makeDownloadJob = defineJob({
  name: 'videos:make-download',
  payload: t.object({ rendition: t.string(), folder: t.string() }),
  pool: 'playable',
  maxAttempts: 3,
  timeoutSeconds: 3600,
  handler: async (context: Context, { rendition, folder }, { signal }) => {
    // A video that was deleted in the meantime has no file any more.
    const found = await context.storage.stat(rendition)
    if (!found) return
    const bytes = context.storage.localPath(rendition) ? found.size : 2 * found.size
    await using _room = await claimForWork(context, { id: `download:${folder}`, bytes })
    await withScratch(context, async (scratch) => {
      const source = await localCopy(context.storage, rendition, scratch)
      const file = await makeDownload(source, await probe(source, { signal }), scratch, { signal })
      await setFileBytes(context.sql, folder, file.name, file.size)
      await publishFiles(context.storage, [file], scratch, folder)
    })
  },
})

/** An address that saves the video under its title, for an hour. */
export async function getDownloadUrl(
  context: AppContext,
  video: VideoRow,
  signal: AbortSignal,
): Promise<string> {
  const { storage, signer, clock } = context
  const best = video.streams?.renditions[0]
  if (!video.streams || !best) throw new AppError(409, 'This video is still being processed')
  const folder = `${video.folder}/${video.streams.dir}`
  const key = `${folder}/download.mp4`
  if (!(await storage.stat(key))) await waitForDownload(context, folder, best.file, signal)
  const name = `${fileName(video.title)}.mp4`
  const direct = await storage.directUrl(key, {
    expiresInSeconds: linkSeconds,
    downloadName: name,
    contentType: 'video/mp4',
    isPublic: false,
  })
  if (direct) return direct
  const token = signer.sign(`${key}\n${name}`, secondsAfter(clock.now(), linkSeconds))
  return `/media/download/${token}/${key}?name=${encodeURIComponent(name)}`
}

async function waitForDownload(
  context: Context,
  folder: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { sql, storage } = context
  const key = `${folder}/download.mp4`
  const payload = { rendition: `${folder}/${file}`, folder }
  // Said at once rather than after a minute of waiting; where the work is done elsewhere, its disk decides.
  const size = (await storage.stat(payload.rendition))?.size ?? 0
  if (storage.kind === 'disk')
    await assertRoom(context, size, 'There is not enough room on the server for this download')
  await enqueue(sql, makeDownloadJob, payload, { key: `download:${key}` })
  const deadline = Date.now() + waitMs
  while (Date.now() < deadline && !signal.aborted) {
    if (await storage.stat(key)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new AppError(503, 'The download is being prepared. Please try again in a minute.', {
    retryAfterSeconds: 60,
  })
}

/** Keeps any script, and leaves out only what file systems refuse. */
function fileName(title: string): string {
  const clean = title
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, 100).join('').replace(/^\.+/, '') || 'video'
}
