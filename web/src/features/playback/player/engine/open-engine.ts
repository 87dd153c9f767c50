import { canUseHls, type HlsClass, loadHls } from '../load-hls.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { startFile } from './file-engine.ts'
import { startHls } from './hls-engine.ts'

export type Source = {
  hls: string | null
  /** Plays without HLS. */
  file: string | null
}

export const isSameSource = (a: Source, b: Source) => a.hls === b.hls && a.file === b.file

/** Loads hls.js if the source needs it; rejects if that fails. */
export async function prepareEngine({ hls }: Source): Promise<HlsClass | undefined> {
  const Hls = hls && canUseHls() ? await loadHls() : undefined
  return Hls?.isSupported() ? Hls : undefined
}

/** Uses hls.js where it runs, else the browser's own HLS, else the plain file; undefined if there is none. */
export function openEngine(
  Hls: HlsClass | undefined,
  media: HTMLVideoElement,
  { hls, file }: Source,
  options: Omit<EngineOptions, 'url'>,
): Engine | undefined {
  if (hls && Hls) return startHls(Hls, media, { ...options, url: hls })
  const isNative = media.canPlayType('application/vnd.apple.mpegurl') !== ''
  const url = (isNative && hls) || file
  return url ? startFile(media, { ...options, url }) : undefined
}
