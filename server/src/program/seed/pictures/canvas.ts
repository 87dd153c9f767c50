import { writeFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import sharp from 'sharp'
import { toRgb } from '../clips/paint.ts'

type Rgb = readonly [number, number, number]
/** The colour at a point: y goes from 0 at the top to 1 at the bottom; x has the same unit and is 0 in the middle. */
export type Motif = (x: number, y: number) => Rgb

interface Size {
  width: number
  height: number
}

/** Four samples of each pixel, so that edges are smooth. */
const offsets = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const

/** Draws into a file; returns its size. */
export async function draw(motif: Motif, size: Size, path: string): Promise<number> {
  const png = await drawPng(motif, size)
  await writeFile(path, png)
  return png.length
}

/** Draws pixel by pixel and yields between rows, so that requests are answered meanwhile. */
export async function drawPng(motif: Motif, { width, height }: Size): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let at = 0
  for (let row = 0; row < height; row++) {
    if (row % 4 === 0) await breathe()
    for (let column = 0; column < width; column++) {
      let [r, g, b] = [0, 0, 0]
      for (const [dx, dy] of offsets) {
        const sample = motif((column + dx - width / 2) / height, (row + dy) / height)
        r += sample[0]
        g += sample[1]
        b += sample[2]
      }
      pixels[at++] = r / offsets.length
      pixels[at++] = g / offsets.length
      pixels[at++] = b / offsets.length
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

export const color = (hex: string): Rgb => {
  const [r = 0, g = 0, b = 0] = toRgb(hex)
  return [r, g, b]
}

/** A colour between the given ones, from 0 to 1. */
export function gradient(...hexes: string[]): (at: number) => Rgb {
  const stops = hexes.map(color)
  return (at) => {
    const place = Math.min(1, Math.max(0, at)) * (stops.length - 1)
    const index = Math.min(stops.length - 2, Math.floor(place))
    const [from = [0, 0, 0], to = [0, 0, 0]] = [stops[index], stops[index + 1]]
    const mix = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * (place - index)
    return [mix(0), mix(1), mix(2)]
  }
}
