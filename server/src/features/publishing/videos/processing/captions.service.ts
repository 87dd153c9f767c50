import type { Context } from '../../../../context/context.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { makeCaptions } from '../../../../media/captions/captions.ts'
import { removeSubfolderJob } from '../files/moves/move-files.jobs.ts'
import { publishToVideo } from '../files/publish-files.ts'
import { setVideoBytes } from '../files/video-files.queries.ts'
import { findVideo, setCaptions, type VideoRow } from '../videos.queries.ts'
import type { EncodeWork } from './open-source-file.ts'

/** Publishes the text tracks of a source as files, unless that was done before or the owner has added better ones. */
export async function publishCaptions(
  context: Context,
  video: VideoRow,
  { source, info, scratch, signal }: EncodeWork,
): Promise<void> {
  if (video.captions || !info.hasCaptions) return
  const made = await makeCaptions(source, info, scratch, { signal })
  const files = made.map(({ file }) => file)
  const finished = { files, scratch, dir: 'extras', signal }
  await publishToVideo(context, video.id, finished, async (tx, { captions, caption_files }) => {
    // Another job has published them meanwhile.
    if (captions) return
    const replaced = new Set(caption_files.map(({ language }) => language))
    for (const { file, language } of made) {
      const name = `extras/${file.name}`
      if (replaced.has(language)) await enqueue(tx, removeSubfolderJob, { videoId: video.id, name })
      else await setVideoBytes(tx, video.id, name, file.size)
    }
    const kept = made.filter(({ language }) => !replaced.has(language))
    const rows = kept.map(({ file, language, label }) => ({ file: file.name, language, label }))
    await setCaptions(tx, video.id, rows, context.clock.now())
  })
}

/**
 * Called by the ladder, after which the source is removed: the job for captions may not have run yet. A failure does
 * not fail the video.
 */
export async function publishMissingCaptions(
  context: Context,
  videoId: string,
  work: EncodeWork,
): Promise<void> {
  try {
    const video = await findVideo(context.sql, videoId)
    if (video) await publishCaptions(context, video, work)
  } catch (error) {
    if (work.signal.aborted) throw error
    context.log.warn({ err: error, videoId }, 'could not make captions')
  }
}
