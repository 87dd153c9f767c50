/** How one sample is drawn: everything comes out of ffmpeg's own sources, so nothing has to be shipped. */
export interface Clip {
  width: number
  height: number
  rate: number
  /** Of one turn; a clip with `loops` is drawn once and played that many times. */
  seconds: number
  loops?: number
  /** A filter graph that ends in `[picture]`. */
  picture: string
  /** A filter graph that ends in `[sound]`; silent without. */
  sound?: string
  /** The moment that makes the best thumbnail. */
  thumbnailAt: number
}
