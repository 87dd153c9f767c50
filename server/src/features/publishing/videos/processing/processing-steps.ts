import type { Context } from '../../../../context/context.ts'
import type { JobRun } from '../../../../jobs/define-job.ts'
import { isOutage } from '../../../../jobs/is-outage.ts'
import { isDiskFull } from '../../../../lib/files/disk.ts'
import { OutageError } from '../../../../lib/outage-error.ts'
import { RefusedMediaError } from '../../../../media/refused.ts'
import { ToolError } from '../../../../media/run/tool-error.ts'
import { NoSpaceError } from '../../../core/disk-space/disk-space.service.ts'
import { openStoredFile } from '../files/stored-files.ts'
import { runUnlessDeleted, withVideoFiles } from '../files/video-steps.ts'
import { findVideo, lockVideo, updateVideo, type VideoRow } from '../videos.queries.ts'
import { processingFailed } from './abandoned-videos.service.ts'
import { notifyOutcome } from './progress.service.ts'

/** Runs one step. An invalid file fails the video at once, anything else only after the last try. */
export async function processVideo(
  context: Context,
  videoId: string,
  { isLastAttempt, isStopping, signal }: JobRun,
  step: (video: VideoRow, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { sql, clock } = context
  const video = await findVideo(sql, videoId)
  if (!video) return
  await runUnlessDeleted(context, video, signal, async (stepSignal) => {
    try {
      await step(video, stepSignal)
    } catch (error) {
      // After an abort, a refusal does not mean that the file is invalid.
      const isRefused = error instanceof RefusedMediaError && !stepSignal.aborted
      const isRetried = isStopping() || isOutage(error) || !(isRefused || isLastAttempt)
      if (isRetried) throw error
      const failure = isRefused ? error.message : describeFailure(error)
      await sql.begin(async (tx) => {
        // Another part of its ladder may have failed before.
        if ((await lockVideo(tx, videoId))?.status === 'failed') return
        await updateVideo(tx, videoId, { status: 'failed', failure }, clock.now())
        await notifyOutcome(tx, videoId, clock.now())
      })
      if (!isRefused) throw error
    }
  })
}

const describeFailure = (error: unknown) =>
  isOutOfSpace(error) ? new NoSpaceError().message : processingFailed

const isOutOfSpace = (error: unknown) =>
  error instanceof NoSpaceError ||
  isDiskFull(error) ||
  (error instanceof ToolError && error.failure === 'disk-full')

/** A full disk while making extras. Nobody can retry them by hand, so the job waits until there is space again. */
class ExtrasOutOfSpaceError extends OutageError {
  override readonly name = 'ExtrasOutOfSpaceError'
  override readonly longestPauseSeconds = 600
}

/** Calls `work` with the smallest rendition, which is enough for extras and is read fastest. */
export async function withPlayableFile(
  context: Context,
  videoId: string,
  name: string,
  { signal }: JobRun,
  work: (video: VideoRow, source: string, scratch: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await withVideoFiles(context, videoId, signal, async (video, stepSignal) => {
    const smallest = video.streams?.renditions.at(-1)
    if (!video.streams || !smallest) return
    const key = `${video.folder}/${video.streams.dir}/${smallest.file}`
    try {
      await using file = await openStoredFile(context, videoId, { name, key, factor: 0.1 })
      await work(video, file.path, file.scratch, stepSignal)
    } catch (error) {
      if (!isOutOfSpace(error)) throw error
      throw new ExtrasOutOfSpaceError('There is not enough room for extras of a video', { cause: error })
    }
  })
}
