import type { AppContext, Context } from '../../../../context/context.ts'
import { countAttempt } from '../../../../http/access/rate-limit.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { assertFreeSpace } from '../../../core/disk-space/disk-space.service.ts'
import { fileName, signDownload } from '../../../core/files/download-link.ts'
import { getVideo } from '../lists/shown-videos.queries.ts'
import type { VideoRow } from '../videos.queries.ts'
import { bestKey, downloadKey, makeDownloadJob } from './download.jobs.ts'

const linkSeconds = 3600
const waitMs = 60_000
/** Limited, because making a download occupies a worker that new videos of other people need. */
const newDownloadsPerHour = 30
const tooManyDownloads = 'You asked for many downloads. Please try again later.'

/** An address that saves the video under its title, for an hour. */
export async function getDownloadUrl(
  context: AppContext,
  requested: VideoRow,
  viewerId: string,
  signal: AbortSignal,
): Promise<string> {
  const { storage } = context
  const source = bestKey(requested)
  if (!source) throw new AppError(409, 'video.processing', 'This video is still being processed')
  const hasFile = await storage.stat(downloadKey(requested))
  if (!hasFile) await assertSpaceForDownload(context, source)
  const video = hasFile ? requested : await waitForDownload(context, requested.id, viewerId, signal)
  const name = `${fileName(video.title)}.mp4`
  return signDownload(context, { key: downloadKey(video), name, contentType: 'video/mp4' }, linkSeconds)
}

/** Refuses at once instead of after a minute of waiting. With S3 it is the worker's disk that counts. */
async function assertSpaceForDownload(context: Context, source: string): Promise<void> {
  if (context.storage.kind !== 'disk') return
  const size = (await context.storage.stat(source))?.size ?? 0
  await assertFreeSpace(context, size, 'There is not enough room on the server for this download')
}

/** Reads the video again each time, because its files may be replaced or moved, or it may become private or deleted. */
async function waitForDownload(
  { sql, storage, clock }: Context,
  videoId: string,
  viewerId: string,
  signal: AbortSignal,
): Promise<VideoRow> {
  const limit = { key: `download:${viewerId}`, max: newDownloadsPerHour, windowSeconds: 3600 }
  await countAttempt(sql, { ...limit, message: () => tooManyDownloads }, clock.now())
  const deadline = Date.now() + waitMs
  let requestedDir: string | undefined
  while (Date.now() < deadline && !signal.aborted) {
    const video = await getVideo(sql, videoId, viewerId)
    if (await storage.stat(downloadKey(video))) return video
    const dir = video.streams?.dir
    // A job that started before the streams were replaced makes the download of the old ones.
    if (dir !== requestedDir) await enqueue(sql, makeDownloadJob, { videoId }, { key: `download:${videoId}` })
    requestedDir = dir
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new AppError(
    503,
    'video.download-pending',
    'The download is being prepared. Please try again in a minute.',
    {
      retryAfterSeconds: 60,
    },
  )
}
