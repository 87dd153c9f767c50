import type { Context } from '../../../../context/context.ts'
import type { Db, Tx } from '../../../../db/sql.ts'
import { enqueue, type JobRun } from '../../../../jobs/define-job.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { openScratch } from '../../../../lib/files/scratch.ts'
import type { StreamSet } from '../../../../media/encode/stream-set.ts'
import type { SourceInfo } from '../../../../media/probe/source-info.ts'
import { removeSubfolder } from '../files/move-files.jobs.ts'
import { deleteVideoBytes, setVideoBytes } from '../files/video-files.queries.ts'
import { bytesOf, claimForStep, localCopy, publishFiles, publishToVideo } from '../files/video-files.ts'
import { type Streams, updateVideo, type VideoChanges, type VideoRow } from '../videos.queries.ts'
import { amountOfWork, type Stage, workOf } from './estimates/estimate.ts'
import { recordSpeed } from './estimates/estimates.queries.ts'
import { timeTranscode } from './estimates/time-transcode.ts'
import { getSourceInfo, processVideo } from './processing-steps.ts'

/** How long such a job may take: longer than ffmpeg's own time limit, so that ffmpeg is ended by that first. */
export const encodeSeconds = 15 * 24 * 3600

/** A viewer who is watching streams when others replace them may finish watching. */
const keepReplacedSeconds = 6 * 3600

/** The source of a video on the local disk, and a folder for what is made of it. */
export interface EncodeWork {
  source: string
  info: SourceInfo
  scratch: string
  signal: AbortSignal
}

/** What is done with the streams of a stage, whichever way they were made. */
export interface NewStreams {
  videoId: string
  /** Also the name of the claim on disk space. */
  name: Stage
  /** The folder of the streams, below that of the video. */
  dir: string
  isDone: (video: VideoRow) => boolean
  /** What else changes in the row. */
  changes: (info: SourceInfo) => VideoChanges
  /** What else is done in the transaction that makes the streams those of the video. */
  commit: (tx: Tx, video: VideoRow, info: SourceInfo) => Promise<void>
}

interface Encoding extends NewStreams {
  /** How many times the size of the source is needed on the disk. */
  factor: number
  /** Returns true if other jobs make the streams instead. */
  delegate?: () => Promise<boolean>
  prepare?: (video: VideoRow) => Promise<void>
  make: (work: EncodeWork) => Promise<StreamSet>
}

/** Makes streams of the source and puts them in the place of the video's earlier ones. */
export function encodeStreams(context: Context, jobRun: JobRun, encoding: Encoding): Promise<void> {
  const { sql, storage } = context
  const { videoId, name, factor } = encoding
  return processVideo(context, videoId, jobRun, async (video, signal) => {
    // A killed job may have committed its streams without being marked as done, and the source may be gone by now.
    if (encoding.isDone(video)) return
    if (await encoding.delegate?.()) return
    await encoding.prepare?.(video)
    const key = video.source_key
    await using _claim = await claimForStep(context, video, { name, key, factor })
    await using temporary = await openScratch(context.config.scratchDir)
    const scratch = temporary.path
    const source = await localCopy(storage, key, scratch)
    const info = await getSourceInfo(sql, videoId, source, signal)
    const { made, seconds } = await timeTranscode(
      context,
      { kind: name, videoSeconds: info.duration, signal },
      () => encoding.make({ source, info, scratch, signal }),
    )
    await publishStreams(context, encoding, { video, info, made, scratch, seconds, signal })
  })
}

interface MadeStreams {
  video: VideoRow
  info: SourceInfo
  made: StreamSet
  /** The folder that they are in. */
  scratch: string
  /** How long they took to make. */
  seconds: number
  signal: AbortSignal
}

/** Puts finished streams in the place of the video's earlier ones. */
export async function publishStreams(
  context: Context,
  { videoId, name, dir, changes, commit }: NewStreams,
  { video, info, made, scratch, seconds, signal }: MadeStreams,
): Promise<void> {
  const { clock } = context
  const put = (folder: string) => publishFiles(context, made.files, scratch, `${folder}/${dir}`, signal)
  await publishToVideo(context, videoId, put, async (tx) => {
    const streams = toStreams(dir, made)
    const columns = { ...changes(info), streams, duration: made.duration, failure: null }
    await updateVideo(tx, videoId, columns, clock.now())
    await setVideoBytes(tx, videoId, dir, bytesOf(made.files))
    await removeReplaced(tx, video, clock.now(), dir)
    await commit(tx, video, info)
    await recordSpeed(tx, workOf(name, info), { amount: amountOfWork(info.video, info), seconds })
  })
}

/** Removes the streams that those in `dir` replace, once viewers have had time to finish them. */
async function removeReplaced(tx: Db, video: VideoRow, now: Date, dir: string): Promise<void> {
  const old = video.streams?.dir
  if (!old || old === dir) return
  const runAt = secondsAfter(now, keepReplacedSeconds)
  await enqueue(tx, removeSubfolder, { videoId: video.id, name: old }, { runAt })
  await deleteVideoBytes(tx, video.id, old)
}

const toStreams = (dir: string, { master, renditions }: StreamSet): Streams => ({
  dir,
  master,
  renditions: renditions.map(({ name, file, width, height, bandwidth, size }) => ({
    name,
    file,
    width,
    height,
    bandwidth,
    size,
  })),
})
