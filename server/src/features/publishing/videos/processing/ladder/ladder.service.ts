import type { Context } from '../../../../../context/context.ts'
import { enqueue, type JobRun } from '../../../../../jobs/define-job.ts'
import type { StreamSet } from '../../../../../media/encode/stream-set.ts'
import { makeLadder } from '../../../../../media/encode/transcode.ts'
import { removeFolder } from '../../../../core/files/files.jobs.ts'
import { sourceFolder } from '../../files/stored-files.ts'
import { deleteVideoBytes } from '../../files/video-files.queries.ts'
import { updateVideo, type VideoRow } from '../../videos.queries.ts'
import { publishMissingCaptions } from '../captions.service.ts'
import { timeTranscode } from '../estimates/time-transcode.ts'
import { type EncodeWork, openSource } from '../open-source-file.ts'
import { processVideo, reportProgress } from '../processing-steps.ts'
import { tellOutcome } from '../progress.service.ts'
import { publishStreams } from '../publish-streams.ts'
import { deleteParts, type PartsOfRun } from './ladder-parts.queries.ts'
import { startParts } from './ladder-parts.service.ts'
import { enqueueStoryboard } from './ladder-queue.ts'

const dirOf = (run: string) => `ladder-${run}`

/** A killed job may have published its ladder without being marked as done, and the source may be gone by now. */
export const hasLadder = (video: VideoRow, run: string) => video.streams?.dir === dirOf(run)

/** Makes every size of a short video in one pass, and plans the parts of a long one. */
export function encodeLadder(
  context: Context,
  { videoId, run }: PartsOfRun,
  isOnePass: boolean,
  jobRun: JobRun,
): Promise<void> {
  return processVideo(context, videoId, jobRun, async (video, signal) => {
    if (hasLadder(video, run)) return
    if (!isOnePass && (await startParts(context, { videoId, run }, jobRun.priority))) return
    const setProgress = (progress: number) =>
      updateVideo(context.sql, videoId, { progress }, context.clock.now())
    // Otherwise the time left would be calculated from the progress of an interrupted try.
    await setProgress(0)
    await using work = await openSource(context, video, { name: 'ladder', factor: 2, signal })
    const { source, info, scratch } = work
    const onProgress = reportProgress(context, videoId, setProgress)
    const transcode = { kind: 'ladder', videoSeconds: info.duration, signal } as const
    const { made, seconds } = await timeTranscode(context, transcode, async () => {
      const made = await makeLadder(source, info, scratch, { signal, onProgress })
      await publishMissingCaptions(context, videoId, work)
      return made
    })
    await publishLadder(context, video, work, { run, made, seconds }, jobRun.priority)
  })
}

/** What a finished ladder changes, whether it was made in one pass or in parts. */
export async function publishLadder(
  context: Context,
  video: VideoRow,
  work: Omit<EncodeWork, 'source'>,
  { run, made, seconds }: { run: string; made: StreamSet; seconds: number },
  priority: number,
): Promise<void> {
  const changes = { status: 'ready', progress: 100 } as const
  const streams = { stage: 'ladder', dir: dirOf(run), made, seconds, changes } as const
  await publishStreams(context, video, work, streams, async (tx) => {
    await deleteParts(tx, video.id)
    await deleteVideoBytes(tx, video.id, 'source')
    await enqueue(tx, removeFolder, { folder: sourceFolder(video.source_key) })
    await enqueueStoryboard(tx, { videoId: video.id, run }, priority)
    await tellOutcome(tx, video.id, context.clock.now())
  })
}
