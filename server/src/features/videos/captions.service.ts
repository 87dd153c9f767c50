import type { Context } from '../../context.ts'
import { makeCaptions } from '../../media/captions.ts'
import type { SourceInfo } from '../../media/source-info.ts'
import { publishFiles } from './video-files.ts'
import { setCaptions, type VideoRow } from './videos.queries.ts'

interface Work {
  source: string
  info: SourceInfo
  scratch: string
  signal: AbortSignal
}

/** Makes the tracks of text in a source into files, once: the same source has the same ones. */
export async function publishCaptions(
  { sql, storage, clock }: Context,
  video: VideoRow,
  { source, info, scratch, signal }: Work,
): Promise<void> {
  if (video.captions || !info.hasCaptions) return
  const made = await makeCaptions(source, info, scratch, { signal })
  const files = made.map(({ file }) => file)
  await publishFiles(storage, files, scratch, `${video.folder}/extras`)
  const captions = made.map(({ file, language, label }) => ({ file: file.name, language, label }))
  await setCaptions(sql, video.id, captions, clock.now())
}
