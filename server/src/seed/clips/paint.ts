/** Small words for filter graphs. Debian 12's ffmpeg 5.1 knows every filter used here. */

/** One still frame, drawn once by an expression per pixel and repeated for as long as needed. */
export const still = (size: string, format: string, geq: string) =>
  `nullsrc=s=${size}:r=1:d=1,format=${format},geq=${geq},loop=-1:1:0`

interface Size {
  width: number
  height: number
}

/**
 * Grey becomes a palette: 0 the first colour, 255 the last. Each plane of the result is looked up by itself
 * at its own size, which costs a fraction of colouring in RGB and converting.
 */
export function tint({ width, height }: Size, colors: readonly string[]): string {
  const stops = colors.map(toYuv)
  const plane = (index: number) => `lut=c0='${ramp(stops.map((stop) => stop[index] ?? 0))}'`
  return [
    `split[tint-l],scale=${width / 2}:${height / 2}:flags=bicubic,split[tint-a][tint-b]`,
    `[tint-l]scale=${width}:${height}:flags=bicubic,${plane(0)}[tint-y]`,
    `[tint-a]${plane(1)}[tint-u]`,
    `[tint-b]${plane(2)}[tint-v]`,
    '[tint-y][tint-u][tint-v]mergeplanes=map1s=1:map2s=2:format=yuv420p',
  ].join(';').replace('split[tint-l],', 'split[tint-l][tint-c];[tint-c]')
}

/** Piecewise linear through evenly spaced values. */
function ramp(values: readonly number[]): string {
  const step = 255 / (values.length - 1)
  return values.slice(1).reduceRight((rest, value, index) => {
    const from = values[index] ?? 0
    const piece = `${from.toFixed(2)}+(val-${(index * step).toFixed(2)})*${((value - from) / step).toFixed(4)}`
    return rest === '' ? piece : `if(lt(val,${((index + 1) * step).toFixed(2)}),${piece},${rest})`
  }, '')
}

/** BT.709 in the narrow range, which is what players expect of a video of this size. */
export function toYuv(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return [16 + 219 * y, 128 + (224 * (b - y)) / 1.8556, 128 + (224 * (r - y)) / 1.5748]
}
