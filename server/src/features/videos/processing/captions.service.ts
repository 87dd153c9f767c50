import type { Context } from '../../../context.ts'
import { makeCaptions } from '../../../media/captions.ts'
import type { SourceInfo } from '../../../media/source-info.ts'
import { publishFiles, publishToVideo } from '../files/video-files.ts'
import { findVideo, setCaptions, type VideoRow } from '../videos.queries.ts'

interface Work {
  source: string
  info: SourceInfo
  scratch: string
  signal: AbortSignal
}

/** Makes the tracks of text in a source into files, once: the same source has the same ones. */
export async function publishCaptions(
  context: Context,
  video: VideoRow,
  { source, info, scratch, signal }: Work,
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
 * For the ladder, after which the source goes: their own job may not have come to them. Nothing about them
 * fails the video.
 */
export async function publishMissingCaptions(context: Context, videoId: string, work: Work): Promise<void> {
  try {
    const video = await findVideo(context.sql, videoId)
    if (video) await publishCaptions(context, video, work)
  } catch (error) {
    if (work.signal.aborted) throw error
    context.log.warn({ err: error, videoId }, 'could not make captions')
  }
}
