import type { Context } from '../../../../../context/context.ts'
import type { Tx } from '../../../../../db/sql.ts'
import type { JobRun } from '../../../../../jobs/define-job.ts'
import { openScratch } from '../../../../../lib/files/scratch.ts'
import { planLadder } from '../../../../../media/encode/ladder.ts'
import {
  joinParts,
  makePart,
  makeSound,
  PartsDoNotFitError,
  secondsOfPart,
} from '../../../../../media/encode/make-parts.ts'
import { type FrameRange, planParts } from '../../../../../media/encode/parts.ts'
import type { MediaFile } from '../../../../../media/encode/stream-set.ts'
import { StorageMissingError } from '../../../../../media/storage/storage-errors.ts'
import { claimForWork } from '../../../../core/disk-space/disk-space.service.ts'
import { setVideoBytes } from '../../files/video-files.queries.ts'
import { bytesOf, claimForStep, localCopy, publishFiles, sourceFolder } from '../../files/video-files.ts'
import { findSourceInfo, findVideo, lockVideo } from '../../videos.queries.ts'
import { publishMissingCaptions } from '../captions.service.ts'
import { type EncodeWork, type NewStreams, publishStreams } from '../encode-streams.ts'
import { timeTranscode } from '../estimates/time-transcode.ts'
import { delayOtherLadders } from '../processing.queries.ts'
import { getSourceInfo, processVideo, reportProgress } from '../processing-steps.ts'
import { tellProgress } from '../progress.service.ts'
import {
  deleteParts,
  insertParts,
  type LadderPart,
  listParts,
  type PartId,
  type PartsOfRun,
  setPartProgress,
  setPartStored,
} from './ladder-parts.queries.ts'

/** The parts of a ladder and the folder that they are stored in. */
interface PartsWithFolder extends PartsOfRun {
  folder: string
}

/**
 * Plans the parts of a long video and calls `addJobs` with their numbers in the same transaction. Returns false if its
 * ladder is to be made in one pass: it is not long, its source cannot be cut, or what is in the source is not known, as
 * when the owner tries again after a failure, for which the parts may have been the reason.
 */
export async function startParts(
  context: Context,
  { videoId, run }: PartsOfRun,
  addJobs: (tx: Tx, folder: string, numbers: number[]) => Promise<void>,
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
    await addJobs(
      tx,
      folder,
      all.map(({ number }) => number),
    )
  })
  return true
}

interface PartEvents {
  /** Called in the transaction that stores the last part. */
  onAllStored: (tx: Tx) => Promise<void>
  /** Called in the transaction that gives up the parts, because they do not fit together. */
  onGivenUp: (tx: Tx) => Promise<void>
}

/** Encodes one part and stores it. */
export async function encodePart(
  context: Context,
  part: PartsWithFolder & PartId,
  jobRun: JobRun,
  { onAllStored, onGivenUp }: PartEvents,
): Promise<void> {
  const { sql, storage } = context
  // Also what a killed try has left behind.
  if (!(await findVideo(sql, part.videoId))) return storage.removeFolder(part.folder)
  await processVideo(context, part.videoId, jobRun, async (video, signal) => {
    const parts = await listParts(sql, part)
    const planned = parts.find(({ number }) => number === part.number)
    // Stored before a crash, not wanted any more, or of a video that has failed.
    if (!planned || planned.seconds !== null || video.status === 'failed') return
    const key = video.source_key
    const name = `part-${part.number}`
    await using _claim = await claimForStep(context, video, { name, key, factor: 2 / parts.length })
    await givingUp(context, part, onGivenUp, async () => {
      await using temporary = await openScratch(context.config.scratchDir)
      const scratch = temporary.path
      const source = await localCopy(storage, key, scratch)
      const info = await getSourceInfo(sql, video.id, source, signal)
      const work = { source, info, scratch, signal }
      const { made: files, seconds } = await makeFiles(context, part, planned, work)
      await publishFiles(context, files, scratch, `${part.folder}/${part.number}`, signal)
      await commitPart(context, part, { seconds, bytes: bytesOf(files) }, onAllStored)
    })
  })
}

function makeFiles(context: Context, part: PartId, { first_frame, end_frame }: LadderPart, work: EncodeWork) {
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
  // Otherwise the time left would be calculated from the progress of an interrupted try.
  await save(0)
  const onProgress = reportProgress(context, part.videoId, save)
  const files = await makePart(source, info, scratch, frames, { signal, onProgress })
  if (part.number === 1) await publishMissingCaptions(context, part.videoId, work)
  return files
}

async function commitPart(
  { sql, clock }: Context,
  part: PartId,
  result: { seconds: number; bytes: number },
  onAllStored: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { videoId, run, number } = part
  await sql.begin(async (tx) => {
    // Locked, so that of two parts that end at the same moment one sees that it is the last.
    if (!(await lockVideo(tx, videoId))) return
    if (!(await setPartStored(tx, part, result))) return
    await setPartProgress(tx, part, 100, clock.now())
    await setVideoBytes(tx, videoId, `source/parts-${run}/${number}`, result.bytes)
    if (areStored(await listParts(tx, part))) await onAllStored(tx)
    await tellProgress(tx, videoId)
  })
}

const areStored = (parts: LadderPart[]) => parts.length > 0 && parts.every(({ seconds }) => seconds !== null)

/** Makes the streams of all parts and puts them in the place of the video's earlier ones. */
export function joinLadder(
  context: Context,
  { videoId, run, folder }: PartsWithFolder,
  jobRun: JobRun,
  streams: NewStreams,
  onGivenUp: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { sql, storage } = context
  return processVideo(context, videoId, jobRun, async (video, signal) => {
    const parts = await listParts(sql, { videoId, run })
    const info = await findSourceInfo(sql, videoId)
    if (streams.isDone(video) || !info || !areStored(parts)) return
    // The pictures of one size are there twice for a moment.
    const bytes = 2 * parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0)
    await using _claim = await claimForWork(context, { id: `${streams.name}:${videoId}`, videoId, bytes })
    await givingUp(context, { videoId, run }, onGivenUp, async () => {
      await using temporary = await openScratch(context.config.scratchDir)
      const scratch = temporary.path
      const startedAt = performance.now()
      const find = (number: number, file: string) =>
        localCopy(storage, `${folder}/${number}/${file}`, scratch)
      const count = parts.filter(({ number }) => number > 0).length
      const made = await joinParts(info, scratch, { count, find }, { signal })
      const encoding = parts.reduce((sum, part) => sum + (part.seconds ?? 0), 0)
      const seconds = encoding + (performance.now() - startedAt) / 1000
      await publishStreams(context, streams, { video, info, made, scratch, seconds, signal })
    })
  })
}

/** Runs a step with parts. If they do not fit together, or one was lost, the ladder is made in one pass after all. */
async function givingUp(
  { sql, log }: Context,
  { videoId, run }: PartsOfRun,
  onGivenUp: (tx: Tx) => Promise<void>,
  step: () => Promise<void>,
): Promise<void> {
  try {
    await step()
  } catch (error) {
    const isWanted = (await listParts(sql, { videoId, run })).length > 0
    // A part of an earlier run says nothing about the video.
    if (!isWanted && (await findVideo(sql, videoId))) return
    if (!(error instanceof PartsDoNotFitError || error instanceof StorageMissingError)) throw error
    log.warn({ err: error, videoId }, 'the parts of a video do not fit together: it is encoded in one pass')
    await sql.begin(async (tx) => {
      if ((await lockVideo(tx, videoId)) && (await deleteParts(tx, videoId))) await onGivenUp(tx)
    })
  }
}
