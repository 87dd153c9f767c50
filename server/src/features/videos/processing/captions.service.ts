import type { Context } from '../../../context.ts'
import { makeCaptions } from '../../../media/captions/captions.ts'
import { publishFiles, publishToVideo } from '../files/video-files.ts'
import { findVideo, setCaptions, type VideoRow } from '../videos.queries.ts'
import type { EncodeWork } from './encode-streams.ts'

/** Publishes the text tracks of a source as files, unless that was done before. */
export async function publishCaptions(
  context: Context,
  video: VideoRow,
  { source, info, scratch, signal }: EncodeWork,
): Promise<void> {
  if (video.captions || !info.hasCaptions) return
  const made = await makeCaptions(source, info, scratch, { signal })
  const files = made.map(({ file }) => file)
  const captions = made.map(({ file, language, label }) => ({ file: file.name, language, label }))
  await publishToVideo(
    context,
    video.id,
    (folder) => publishFiles(context, files, scratch, `${folder}/extras`, signal),
    (tx) => setCaptions(tx, video.id, captions, context.clock.now()),
  )
}

/**
 * For the ladder, after which the source is removed: the job for captions may not have run yet. A failure here does not
 * fail the video.
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
