import { type Clip, landscape } from './clip.ts'
import { tint } from './paint.ts'
import { chord } from './sounds.ts'

export const mandelbrot: Clip = {
  ...landscape,
  seconds: 12,
  thumbnailAt: 7.4,
  picture: `mandelbrot=s=960x540:r=24:maxiter=400:start_scale=0.02:end_scale=0.0012:end_pts=288:start_x=-0.7453:start_y=-0.1127:inner=black,format=gbrp,extractplanes=g,gblur=sigma=0.7,${tint(landscape, ['#0b1d33', '#14324f', '#1f5f78', '#58a4a0', '#cfe3c4', '#f7e7c6', '#f0a868', '#c75d4d'])}[picture]`,
  sound: chord([98, 146.83, 220, 293.66], 12),
}

const seconds = 16
const each = 4
/** Pairs of frequencies: a fifth, a fourth, a major third, a minor third. */
const intervals = [
  [220, 330],
  [220, 293.33],
  [220, 275],
  [220, 264],
] as const

/** One channel: its tone of each pair in turn, with a slowly changing phase, so that the figure turns. */
function side(index: 0 | 1, wander: number): string {
  const tone = intervals.reduceRight(
    (rest, pair, at) =>
      rest === '' ? `${pair[index]}` : `if(lt(t,${(at + 1) * each}),${pair[index]},${rest})`,
    '',
  )
  return `st(0,mod(t,${each}));0.42*min(1,3*min(ld(0),${each}-ld(0)))*sin(2*PI*t*${tone}+${wander}*ld(0))`
}

/** The picture shows the sound: the left channel moves the point vertically, the right one horizontally. */
export const lissajous: Clip = {
  ...landscape,
  seconds,
  thumbnailAt: 10,
  sound: `aevalsrc='${side(0, 0)}|${side(1, 0.45)}':s=44100:d=${seconds},asplit[loud][points];[loud]volume=0.28[sound]`,
  picture: [
    '[points]avectorscope=m=lissajous_xy:s=360x360:r=24:draw=line:zoom=1.9:rc=190:gc=190:bc=190:rf=50:gf=50:bf=50,pad=640:360:140:0,format=gray,split[line][light]',
    "[light]scale=320:180,gblur=sigma=4,lut=c0='min(val*1.3,255)',scale=640:360:flags=bilinear[halo]",
    `[line][halo]blend=all_mode=screen,${tint(landscape, ['#141026', '#33205a', '#7a3f8f', '#e0709a', '#ffc6a5', '#fff4e4'])}[picture]`,
  ].join(';'),
}
