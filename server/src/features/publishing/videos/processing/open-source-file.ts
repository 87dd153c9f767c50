import type { Context } from '../../../../context/context.ts'
import { probe } from '../../../../media/probe/probe.ts'
import type { SourceInfo } from '../../../../media/probe/source-info.ts'
import { openStoredFile } from '../files/stored-files.ts'
import { findSourceInfo, type VideoRow } from '../videos.queries.ts'

/** The source of a video on the local disk, and a folder for files that are made from it. */
export interface EncodeWork {
  source: string
  info: SourceInfo
  scratch: string
  signal: AbortSignal
}

interface SourceStep {
  /** Names the claim on disk space. */
  name: string
  /** How many times the size of the source is needed on the disk. */
  factor: number
  signal: AbortSignal
}

export async function openSource(
  context: Context,
  video: VideoRow,
  { name, factor, signal }: SourceStep,
): Promise<EncodeWork & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const step = { name, key: video.source_key, factor }
  const { path: source, scratch } = opened.use(await openStoredFile(context, video.id, step))
  // Stored at the upload; older videos are probed again.
  const info = (await findSourceInfo(context.sql, video.id)) ?? (await probe(source, { signal }))
  const kept = opened.move()
  return { source, info, scratch, signal, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
