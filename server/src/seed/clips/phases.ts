import type { Clip } from './clip.ts'
import { still, tint } from './paint.ts'

/**
 * A still picture whose chroma planes hold the cosine and sine of a phase: turning the hue then moves the
 * phase, so a full-size animation costs one expression per pixel once and a table look-up per frame.
 */
const waves = (angles: number[], wavelength: number, cx: number, cy: number, fn: string) =>
  angles.map((a) => {
    const kx = ((Math.cos(a) * 2 * Math.PI) / wavelength).toFixed(5)
    const ky = ((Math.sin(a) * 2 * Math.PI) / wavelength).toFixed(5)
    return `${fn}((X-${cx})*${kx}+(Y-${cy})*${ky})`
  }).join('+')

const five = [0, 1, 2, 3, 4].map((i) => (i * 2 * Math.PI) / 5 + Math.PI / 2)
const seven = [0, 1, 2, 3, 4, 5, 6].map((i) => (i * 2 * Math.PI) / 7 + Math.PI / 2)

export const quasi: Clip = {
  width: 720, height: 1280, rate: 24, seconds: 14, thumbnailAt: 5,
  picture: `${still('720x1280', 'yuv444p', `lum=128:cb='128+24*(${waves(five, 92, 360, 640, 'cos')})':cr='128+24*(${waves(five, 92, 360, 640, 'sin')})'`)},fps=24,hue=h='t*360/14',extractplanes=u,${tint({ width: 720, height: 1280 }, ['#0d1b2a', '#12355b', '#1f6f78', '#e0b65c', '#f7e6c4'])}[picture]`,
}
export const quasi7: Clip = {
  width: 720, height: 1280, rate: 24, seconds: 14, thumbnailAt: 5,
  picture: `${still('720x1280', 'yuv444p', `lum=128:cb='128+20*(${waves(seven, 110, 360, 640, 'cos')})':cr='128+20*(${waves(seven, 110, 360, 640, 'sin')})'`)},fps=24,hue=h='t*360/14',extractplanes=u,${tint({ width: 720, height: 1280 }, ['#0d1b2a', '#12355b', '#1f6f78', '#e0b65c', '#f7e6c4'])}[picture]`,
}
/** log spiral */
export const spiral: Clip = {
  width: 1280, height: 720, rate: 24, seconds: 12, thumbnailAt: 5,
  picture: `${still('1280x720', 'yuv444p', `lum=128:cb='st(0,6*log(hypot(X-640,Y-360)+8)+5*atan2(Y-360,X-640));128+110*cos(ld(0))':cr='st(0,6*log(hypot(X-640,Y-360)+8)+5*atan2(Y-360,X-640));128+110*sin(ld(0))'`)},fps=24,hue=h='t*360/6',extractplanes=u,${tint({ width: 1280, height: 720 }, ['#2b193d', '#5c3a6e', '#c86b7d', '#f2b28c', '#fbe8d3'])}[picture]`,
}
