import type { Db, Tx } from '../../../../db/sql.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { type StreamSet, totalSize } from '../../../../media/encode/stream-set.ts'
import { removeSubfolderJob } from '../files/moves/move-files.jobs.ts'
import { deleteVideoBytes, setVideoBytes } from '../files/video-files.queries.ts'
import { type Streams, updateVideo, type VideoChanges, type VideoRow } from '../videos.queries.ts'

/** The time limit of an encoding job: longer than that of ffmpeg, so that ffmpeg is ended by its own limit first. */
export const encodeSeconds = 15 * 24 * 3600

/** How long replaced streams are kept, so that viewers can finish watching them. */
const keepReplacedSeconds = 6 * 3600

interface NewStreams {
  /** The folder of the streams, below that of the video. */
  dir: string
  made: StreamSet
  /** Other changes of the row. */
  changes: VideoChanges
}

/** Replaces the video's streams by stored ones, in the transaction of `publishToVideo`. */
export async function replaceStreams(
  tx: Tx,
  video: VideoRow,
  { dir, made, changes }: NewStreams,
  now: Date,
): Promise<void> {
  const columns = { ...changes, streams: toStreams(dir, made), duration: made.duration, failure: null }
  await updateVideo(tx, video.id, columns, now)
  await setVideoBytes(tx, video.id, dir, totalSize(made.files))
  await removeReplaced(tx, video, now, dir)
}

/** Removes the streams that `dir` replaces, once viewers have had time to finish them. */
async function removeReplaced(tx: Db, video: VideoRow, now: Date, dir: string): Promise<void> {
  const old = video.streams?.dir
  if (!old || old === dir) return
  const runAt = secondsAfter(now, keepReplacedSeconds)
  await enqueue(tx, removeSubfolderJob, { videoId: video.id, name: old }, { runAt })
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
