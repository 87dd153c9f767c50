import { type Clip, landscape, portrait } from './clip.ts'
import { darken, hold, loopingNoise, rotateHue, still, tint } from './paint.ts'
import { chord, plucks } from './sounds.ts'

export const slowColors: Clip = {
  ...landscape,
  seconds: 10,
  thumbnailAt: 4,
  picture: `${loopingNoise(landscape, { width: 7, height: 4 }, 3, 10)},${tint(landscape, ['#264653', '#2a7f86', '#8ab6a5', '#f4d9a0', '#f4a261', '#e07a5f', '#7d4e6b'], 12)}[picture]`,
  sound: chord([130.81, 196, 246.94, 329.63, 392], 10),
}

/** Each sheet casts a shadow on the one below: its band of the palette darkens towards the end. */
const sheets = (colors: readonly string[]) =>
  colors.flatMap((color) => [1, 1, 1, 1, 1, 1, 0.98, 0.93, 0.84, 0.7].map((light) => darken(color, light)))

export const paperCut: Clip = {
  ...portrait,
  seconds: 12,
  thumbnailAt: 4,
  picture: `${loopingNoise(portrait, { width: 5, height: 9 }, 5, 12)},${tint(portrait, sheets(['#123047', '#1d5c72', '#3f9a94', '#a9d0b3', '#f3e7c9', '#f4b183', '#e0735c']), 12)}[picture]`,
}

const half = { width: 360, height: 640 }
/** A quasicrystal: the sum of five plane waves, a fifth of a turn apart, which never repeats but has a centre. */
const fiveWaves = (fn: 'cos' | 'sin') =>
  [0, 1, 2, 3, 4]
    .map((index) => {
      const angle = (index * 2 * Math.PI) / 5 + Math.PI / 2
      const [kx, ky] = [Math.cos(angle), Math.sin(angle)].map((part) =>
        ((part * 2 * Math.PI) / 60).toFixed(5),
      )
      return `${fn}((X-180)*${kx}+(Y-320)*${ky})`
    })
    .join('+')

export const mosaic: Clip = {
  ...portrait,
  seconds: 14,
  thumbnailAt: 3.5,
  picture: [
    still(half, `lum=128:cb='128+24*(${fiveWaves('cos')})':cr='128+24*(${fiveWaves('sin')})'`, 'yuv444p'),
    hold,
    rotateHue(14),
    tint(portrait, [
      ...['#0e1f3a', '#0e1f3a', '#16325c', '#16325c', '#e9c46a', '#1d6a72', '#1d6a72'],
      ...['#2a8f8a', '#f3dfae', '#b5523b', '#b5523b', '#f4e9d4', '#f4e9d4'],
    ]),
  ]
    .join(',')
    .concat('[picture]'),
  sound: plucks([146.83, 220, 233.08, 293.66, 277.18, 233.08, 220], 1.5, 14),
}
