import type { Context } from '../../../../context/context.ts'
import type { Db, Tx } from '../../../../db/sql.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { type StreamSet, totalSize } from '../../../../media/encode/stream-set.ts'
import { removeSubfolder } from '../files/moves/move-files.jobs.ts'
import { publishToVideo } from '../files/publish-files.ts'
import { deleteVideoBytes, setVideoBytes } from '../files/video-files.queries.ts'
import { type Streams, updateVideo, type VideoChanges, type VideoRow } from '../videos.queries.ts'
import { amountOfWork, type Stage, workOf } from './estimates/amount-of-work.ts'
import { recordSpeed } from './estimates/estimates.queries.ts'
import type { EncodeWork } from './open-source-file.ts'

/** The time limit of an encoding job: longer than that of ffmpeg, so that ffmpeg is ended by its own limit first. */
export const encodeSeconds = 15 * 24 * 3600

/** How long replaced streams are kept, so that viewers can finish watching them. */
const keepReplacedSeconds = 6 * 3600

interface NewStreams {
  stage: Stage
  /** The folder of the streams, below that of the video. */
  dir: string
  /** In the scratch folder. */
  made: StreamSet
  /** How long they took to make. */
  seconds: number
  /** Other changes of the row. */
  changes: VideoChanges
}

/** Replaces the video's streams by finished ones. Calls `commit` in the same transaction. */
export async function publishStreams(
  context: Context,
  video: VideoRow,
  { info, scratch, signal }: Omit<EncodeWork, 'source'>,
  { stage, dir, made, seconds, changes }: NewStreams,
  commit: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { clock } = context
  const finished = { files: made.files, from: scratch, dir, signal }
  await publishToVideo(context, video.id, finished, async (tx) => {
    const streams = toStreams(dir, made)
    const columns = { ...changes, streams, duration: made.duration, failure: null }
    await updateVideo(tx, video.id, columns, clock.now())
    await setVideoBytes(tx, video.id, dir, totalSize(made.files))
    await removeReplaced(tx, video, clock.now(), dir)
    await commit(tx)
    await recordSpeed(tx, workOf(stage, info), { amount: amountOfWork(info.video, info), seconds })
  })
}

/** Removes the streams that `dir` replaces, once viewers have had time to finish them. */
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
