import { rate } from './clip.ts'

/** Helpers for drawing with filter graphs. All filters exist in ffmpeg 5.1 of Debian 12. */

export interface Size {
  width: number
  height: number
}

const of = ({ width, height }: Size) => `${width}x${height}`
/** Repeats a single frame, so that whatever comes before it is computed once. */
export const hold = 'loop=-1:1:0'

/** A single frame by an expression per pixel, grey or with one expression per plane. */
export const still = (size: Size, geq: string, format = 'gray') =>
  `nullsrc=s=${of(size)}:r=${rate}:d=0.04,format=${format},geq=${geq}`

/** An animation by an expression per pixel and frame. It is slow, so draw it at a fraction of the final size. */
export const moving = (size: Size, geq: string, format = 'gray') =>
  `nullsrc=s=${of(size)}:r=${rate},format=${format},geq=${geq}`

export const fill = (size: Size, color: string) =>
  `color=${color}:s=${of(size)}:r=${rate}:d=0.04,format=gbrp,scale=out_color_matrix=bt709,format=yuv420p`

interface Layer {
  size: Size
  color: string
  /** Of each pixel, 0 to 255. */
  opacity: string
  x: string
  y: string
}

/** A flat shape laid over `[from]`; the result is `[to]`. */
export const overlayShape = ({ size, color, opacity, x, y }: Layer, from: string, to: string) =>
  [
    `${still(size, `lum='${opacity}'`)}[${to}-mask]`,
    `${fill(size, color)}[${to}-fill]`,
    `[${to}-fill][${to}-mask]alphamerge,${hold}[${to}-shape]`,
    `[${from}][${to}-shape]overlay=x='${x}':y='${y}':format=yuv420[${to}]`,
  ].join(';')

/**
 * The chroma planes of a still contain two fields a and b; turning the hue by an angle w makes a·cos w + b·sin w of
 * them. So a whole looping animation costs one table look-up per pixel and frame.
 */
export const rotateHue = (periodSeconds: number) =>
  `hue=h='t*${360 / periodSeconds}',format=yuv444p,extractplanes=u`

/**
 * Soft looping noise: two stills of blurred random spots, turned into each other at an eighth of the size and then
 * enlarged with more than eight bits, so that edges made of it stay smooth.
 */
export const loopingNoise = ({ width, height }: Size, spots: Size, salt: number, periodSeconds: number) =>
  [
    still(spots, `lum=128:cb='${dice(salt)}':cr='${dice(salt + 1)}'`, 'yuv444p'),
    `scale=${width / 8}:${height / 8}:flags=bicubic,gblur=sigma=5,format=yuv444p`,
    hold,
    rotateHue(periodSeconds),
    'format=gray12le,gblur=sigma=1',
  ].join(',')

/** Unlike `random()`, the result does not depend on the number of threads. */
export const pseudoRandom = (salt: number) =>
  `st(9,sin(X*12.9898+Y*78.233+${salt}*37.719)*43758.5453)*0+ld(9)-floor(ld(9))`

const dice = (salt: number) => `16+224*(${pseudoRandom(salt)})`

/**
 * Maps grey to a palette, from the first colour for black to the last for white. Each plane of the result is looked up
 * at its own size, which is much faster than colouring in RGB and converting.
 */
export function tint({ width, height }: Size, colors: readonly string[], bits: 8 | 12 = 8): string {
  const stops = colors.map(toYuv)
  const unit = 2 ** (bits - 8)
  const look = (plane: number) =>
    `lut=c0='${unit}*(${ramp(
      stops.map((stop) => stop[plane] ?? 0),
      unit,
    )})'`
  const [grey, color] = bits === 8 ? ['gray', 'yuv420p'] : ['gray12le', 'yuv420p12le']
  return [
    `format=${grey},split[grey-1][grey-2]`,
    `[grey-1]scale=${width}:${height}:flags=bicubic,${look(0)}[tint-y]`,
    `[grey-2]scale=${width / 2}:${height / 2}:flags=bicubic,split[grey-u][grey-v]`,
    `[grey-u]${look(1)}[tint-u]`,
    `[grey-v]${look(2)}[tint-v]`,
    `[tint-y][tint-u][tint-v]mergeplanes=map1s=1:map2s=2:format=${color},format=yuv420p`,
  ].join(';')
}

/** Straight lines through evenly spaced values, as an expression of `val`. */
function ramp(values: readonly number[], unit: number): string {
  const step = (255 * unit) / (values.length - 1)
  return values.slice(1).reduceRight((rest, value, index) => {
    const from = values[index] ?? 0
    const line = `${from.toFixed(2)}+(val-${(index * step).toFixed(2)})*${((value - from) / step).toFixed(5)}`
    return rest === '' ? line : `if(lt(val,${((index + 1) * step).toFixed(2)}),${line},${rest})`
  }, '')
}

/** BT.709 in the narrow range, which is what players expect of a video. */
function toYuv(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = toRgb(color).map((part) => part / 255)
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return [16 + 219 * y, 128 + (224 * (b - y)) / 1.8556, 128 + (224 * (r - y)) / 1.5748]
}

export const toRgb = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

export const darken = (color: string, by: number) =>
  `#${toRgb(color)
    .map((part) =>
      Math.round(part * by)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
