import type { Subtitles } from './subtitles.ts'

/** How one sample is drawn. Everything is generated with ffmpeg's own sources, so that no files have to be shipped. */
export interface Clip {
  width: number
  height: number
  seconds: number
  /** Drawn once and played this many times over. */
  loops?: number
  /** A filter graph that ends in `[picture]`. */
  picture: string
  /** A filter graph that ends in `[sound]`, for the whole length; silent without. */
  sound?: string
  /** For the whole length. */
  subtitles?: readonly Subtitles[]
  /** The moment that makes the best thumbnail. */
  thumbnailAt: number
}

export const rate = 24

export const landscape = { width: 1280, height: 720 }
export const portrait = { width: 720, height: 1280 }
export const fullHd = { width: 1920, height: 1080 }
