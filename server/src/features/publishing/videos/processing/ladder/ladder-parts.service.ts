import type { Context } from '../../../../../context/context.ts'
import type { JobRun } from '../../../../../jobs/define-job.ts'
import { planLadder } from '../../../../../media/encode/ladder.ts'
import {
  makePart,
  makeSound,
  PartsDoNotFitError,
  secondsOfPart,
} from '../../../../../media/encode/make-parts.ts'
import type { FrameRange } from '../../../../../media/encode/parts.ts'
import { type MediaFile, totalSize } from '../../../../../media/encode/stream-set.ts'
import { StorageMissingError } from '../../../../../media/storage/storage-errors.ts'
import { storeFinishedFiles } from '../../../../core/files/store-finished-files.ts'
import { setVideoBytes } from '../../files/video-files.queries.ts'
import { findVideo, lockVideo } from '../../videos.queries.ts'
import { publishMissingCaptions } from '../captions.service.ts'
import { timeTranscode } from '../estimates/time-transcode.ts'
import { type EncodeWork, openSource } from '../open-source-file.ts'
import { processVideo } from '../processing-steps.ts'
import { reportProgress, sendProgress } from '../progress.service.ts'
import {
  areStored,
  deleteParts,
  type LadderPartRow,
  listParts,
  type PartId,
  type PartsOfRun,
  setPartProgress,
  setPartStored,
} from './ladder-parts.queries.ts'
import { enqueueJoin, enqueueOnePass, type PartsWithFolder } from './ladder-queue.ts'

/** Encodes one part and stores it. */
export async function encodePart(
  context: Context,
  part: PartsWithFolder & PartId,
  jobRun: JobRun,
): Promise<void> {
  const { sql, storage } = context
  // Also removes files that a killed try has left behind.
  if (!(await findVideo(sql, part.videoId))) return storage.removeFolder(part.folder)
  await processVideo(context, part.videoId, jobRun, async (video, signal) => {
    const parts = await listParts(sql, part)
    const planned = parts.find(({ number }) => number === part.number)
    // Stored before a crash, not needed any more, or part of a failed video.
    if (!planned || planned.seconds !== null || video.status === 'failed') return
    const step = { name: `part-${part.number}`, factor: 2 / parts.length, signal }
    try {
      await using work = await openSource(context, video, step)
      const { made: files, seconds } = await makeFiles(context, part, planned, work)
      const finished = { files, scratch: work.scratch, signal }
      await storeFinishedFiles(context, `${part.folder}/${part.number}`, finished)
      await commitPart(context, part, { seconds, bytes: totalSize(files) }, jobRun.priority)
    } catch (error) {
      await fallBackToOnePass(context, part, jobRun.priority, error)
    }
  })
}

function makeFiles(
  context: Context,
  part: PartId,
  { first_frame, end_frame }: LadderPartRow,
  work: EncodeWork,
) {
  const { source, info, scratch, signal } = work
  if (part.number === 0)
    return timeTranscode(context, { kind: 'sound', videoSeconds: info.duration, signal }, () =>
      makeSound(source, info, scratch, { signal }),
    )
  const frames: FrameRange = { first: first_frame, ...(end_frame !== null && { end: end_frame }) }
  const videoSeconds = secondsOfPart(frames, info, planLadder(info))
  return timeTranscode(context, { kind: 'part', videoSeconds, signal }, () =>
    makePictures(context, part, frames, work),
  )
}

async function makePictures(
  context: Context,
  part: PartId,
  frames: FrameRange,
  work: EncodeWork,
): Promise<MediaFile[]> {
  const { source, info, scratch, signal } = work
  const save = (percent: number) => setPartProgress(context.sql, part, percent, context.clock.now())
  // Otherwise the progress of an interrupted try would determine the time left.
  await save(0)
  const onProgress = reportProgress(context, part.videoId, save)
  const files = await makePart(source, info, scratch, frames, { signal, onProgress })
  if (part.number === 1) await publishMissingCaptions(context, part.videoId, work)
  return files
}

async function commitPart(
  { sql, clock }: Context,
  part: PartsWithFolder & PartId,
  result: { seconds: number; bytes: number },
  priority: number,
): Promise<void> {
  const { videoId, run, number } = part
  await sql.begin(async (tx) => {
    // Locked, so that if two parts end at the same moment, one sees that it is the last.
    if (!(await lockVideo(tx, videoId))) return
    if (!(await setPartStored(tx, part, result))) return
    await setPartProgress(tx, part, 100, clock.now())
    await setVideoBytes(tx, videoId, `source/parts-${run}/${number}`, result.bytes)
    if (areStored(await listParts(tx, part))) await enqueueJoin(tx, part, priority)
    await sendProgress(tx, videoId)
  })
}

/**
 * Handles the failure of a step with parts: if they do not fit together, or one was lost, the ladder is made in one
 * pass instead. Rethrows any other error.
 */
export async function fallBackToOnePass(
  { sql, log }: Context,
  { videoId, run }: PartsOfRun,
  priority: number,
  error: unknown,
): Promise<void> {
  const hasParts = (await listParts(sql, { videoId, run })).length > 0
  // A part of an earlier run does not affect the video.
  if (!hasParts && (await findVideo(sql, videoId))) return
  if (!(error instanceof PartsDoNotFitError || error instanceof StorageMissingError)) throw error
  log.warn({ err: error, videoId }, 'the parts of a video do not fit together: it is encoded in one pass')
  await sql.begin(async (tx) => {
    if ((await lockVideo(tx, videoId)) && (await deleteParts(tx, videoId)))
      await enqueueOnePass(tx, { videoId, run }, priority)
  })
}
