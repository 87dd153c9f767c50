import type { Context } from '../../../../../context/context.ts'
import { enqueue, type JobRun } from '../../../../../jobs/define-job.ts'
import { planLadder } from '../../../../../media/encode/ladder.ts'
import { planParts } from '../../../../../media/encode/parts.ts'
import type { StreamSet } from '../../../../../media/encode/stream-set.ts'
import { makeLadder } from '../../../../../media/encode/transcode.ts'
import { removeFolderJob } from '../../../../core/files/files.jobs.ts'
import { publishToVideo } from '../../files/publish-files.ts'
import { sourceFolder } from '../../files/stored-files.ts'
import { deleteVideoBytes } from '../../files/video-files.queries.ts'
import { findSourceInfo, lockVideo, updateVideo, type VideoRow } from '../../videos.queries.ts'
import { publishMissingCaptions } from '../captions.service.ts'
import { recordStage } from '../estimates/estimates.service.ts'
import { timeTranscode } from '../estimates/time-transcode.ts'
import { type EncodeWork, openSource } from '../open-source-file.ts'
import { delayOtherLadders } from '../processing.queries.ts'
import { processVideo } from '../processing-steps.ts'
import { notifyOutcome, reportProgress } from '../progress.service.ts'
import { replaceStreams } from '../replace-streams.ts'
import { deleteParts, insertParts, listParts, type PartsOfRun } from './ladder-parts.queries.ts'
import { enqueueParts, enqueueStoryboard } from './ladder-queue.ts'

const dirOf = (run: string) => `ladder-${run}`

/** A killed job may have published its ladder without being marked as done, and the source may be gone by now. */
export const hasLadder = (video: VideoRow, run: string) => video.streams?.dir === dirOf(run)

/** With `isOnePass` a long video is encoded like a short one, because its parts did not fit together. */
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
    // Otherwise the progress of an interrupted try would determine the time left.
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

/**
 * Plans the parts of a long video and adds their jobs. Returns false if its ladder has to be made in one pass: it is
 * not long, its source cannot be cut, or the contents of the source are unknown, for example when the owner retries
 * after a failure, which the parts may have caused.
 */
async function startParts(
  context: Context,
  { videoId, run }: PartsOfRun,
  ladderTurn: number,
): Promise<boolean> {
  const { sql, config } = context
  const info = await findSourceInfo(sql, videoId)
  const parts = info ? planParts(info, planLadder(info), config.ladderParts) : []
  if (parts.length === 0) return false
  const pictures = parts.map((frames, index) => ({ ...frames, number: index + 1 }))
  const sound = info?.audio ? [{ first: 0, number: 0 }] : []
  await sql.begin(async (tx) => {
    const video = await lockVideo(tx, videoId)
    // A killed job may have planned them without being marked as done.
    if (!video || (await listParts(tx, { videoId, run })).length > 0) return
    const all = [...sound, ...pictures]
    await insertParts(tx, { videoId, run, parts: all })
    await delayOtherLadders(tx, video, pictures.length - 1)
    // Beside the source, so that the parts are removed with it.
    const folder = `${sourceFolder(video.source_key)}/parts-${run}`
    const numbers = all.map(({ number }) => number)
    await enqueueParts(tx, { videoId, run, folder }, numbers, ladderTurn)
  })
  return true
}

/** Publishes a finished ladder, whether it was made in one pass or in parts. */
export async function publishLadder(
  context: Context,
  video: VideoRow,
  { info, scratch, signal }: Omit<EncodeWork, 'source'>,
  { run, made, seconds }: { run: string; made: StreamSet; seconds: number },
  priority: number,
): Promise<void> {
  const changes = { status: 'ready', progress: 100 } as const
  const dir = dirOf(run)
  await publishToVideo(context, video.id, { files: made.files, scratch, dir, signal }, async (tx) => {
    await replaceStreams(tx, video, { dir, made, changes }, context.clock.now())
    await deleteParts(tx, video.id)
    await deleteVideoBytes(tx, video.id, 'source')
    await enqueue(tx, removeFolderJob, { folder: sourceFolder(video.source_key) })
    await enqueueStoryboard(tx, { videoId: video.id, run }, priority)
    await notifyOutcome(tx, video.id, context.clock.now())
    await recordStage(tx, 'ladder', info, seconds)
  })
}
