import { type Clip, landscape } from './clip.ts'
import { hold, moving, overlayShape, pseudoRandom, type Size, still } from './paint.ts'
import { plucks, wind } from './sounds.ts'

const { width } = landscape
const seconds = 14

interface Ridge {
  color: string
  pixelsPerSecond: number
  top: number
  /** The height of its crest below `top`, as an expression of X. */
  crest: string
}

const ridges: Ridge[] = [
  {
    color: '#eda58c',
    pixelsPerSecond: 6,
    top: 330,
    crest: '70+34*sin(X/190)+18*sin(X/71+1)+7*sin(X/29+2)',
  },
  { color: '#c4747c', pixelsPerSecond: 12, top: 390, crest: '70+38*sin(X/150+2)+16*sin(X/57)+6*sin(X/23+1)' },
  { color: '#824e70', pixelsPerSecond: 24, top: 465, crest: '60+40*sin(X/230+4)+15*sin(X/67+2)+5*sin(X/19)' },
  { color: '#3d2b52', pixelsPerSecond: 48, top: 550, crest: '50+30*sin(X/310+1)+14*sin(X/97)+4*sin(X/21+1)' },
]

/** Nearer ridges move faster, as seen from a train. */
const layRidge = ({ color, pixelsPerSecond, top, crest }: Ridge, index: number) =>
  overlayShape(
    {
      size: { width: width + pixelsPerSecond * seconds, height: landscape.height - top },
      color,
      opacity: `255*clip((Y-(${crest}))/1.6,0,1)`,
      x: `-t*${pixelsPerSecond}`,
      y: String(top),
    },
    `ridge-${index}`,
    `ridge-${index + 1}`,
  )

const sunGlow = (radius: number) => `exp(-pow(hypot(X-212,Y-72)/${radius},2))`
const eveningSky = [
  `r='min(255,240-Y*0.06+15*${sunGlow(38)})'`,
  `g='min(255,112+Y*0.72+60*${sunGlow(40)})'`,
  `b='min(255,132+Y*0.1+34*${sunGlow(30)})'`,
].join(':')

export const hills: Clip = {
  ...landscape,
  seconds,
  thumbnailAt: 3,
  picture: [
    `${still({ width: 320, height: 180 }, eveningSky, 'gbrp')},scale=1280:720:flags=bicubic:out_color_matrix=bt709,format=yuv420p,${hold}[sky]`,
    overlayShape(
      {
        size: { width: 132, height: 132 },
        color: '#fff3d6',
        opacity: '255*clip((64-hypot(X-65.5,Y-65.5))/1.5,0,1)',
        x: '782',
        y: '216+t*4',
      },
      'sky',
      'ridge-0',
    ),
    ...ridges.map(layRidge),
    `[ridge-${ridges.length}]null[picture]`,
  ].join(';'),
  sound: plucks([293.66, 440, 392, 329.63, 440, 493.88, 587.33, 392], 1.6, seconds),
}

/** The curtain of light at an eighth of its size: st(1) is the height above its hem, st(3) how bright it is. */
const curtain = (scale: number) =>
  [
    `st(4,X*${scale})`,
    'st(1,30+9*sin(ld(4)/27+T*0.22)+5*sin(ld(4)/12-T*0.31+1)-Y*SCALE)'.replace('SCALE', String(scale)),
    'st(2,(0.62+0.38*sin(ld(4)/2.7+4*sin(ld(4)/19+T*0.21)+T*0.35))*(0.7+0.3*sin(ld(4)/31-T*0.17+2)))',
    'st(3,ld(2)*exp(-if(lt(ld(1),0),ld(1)*ld(1)/14,ld(1)/13)))',
  ].join(';')
/** Green at the hem, violet above. */
const hue = (base: number, hem: number, above: number) =>
  `'${curtain(2)};${base}+ld(3)*(${hem}+${above - hem}*clip(ld(1)/26,0,1))'`

const spruces = [
  'st(0,60-18*sin(X/210)-10*sin(X/83+1))',
  'st(1,26*abs(2*mod(X/37,1)-1)+14*abs(2*mod(X/23+0.3,1)-1)+9*abs(2*mod(X/11+0.6,1)-1))',
  '255*clip((Y-ld(0)+ld(1)*0.9)/3,0,1)',
].join(';')
const woods: Size = { width, height: 110 }

export const northernLights: Clip = {
  ...landscape,
  seconds: 12,
  thumbnailAt: 5,
  picture: [
    `${moving({ width: 160, height: 60 }, `lum='${curtain(1)};24+Y*0.35+205*ld(3)':cb=${hue(138, -36, 30)}:cr=${hue(123, -62, 28)}`, 'yuv420p')},scale=1280:480:flags=bicubic[glow]`,
    `${still({ width, height: 480 }, `lum='if(gt(${pseudoRandom(1)},0.9988),60+190*(${pseudoRandom(2)}),0)'`)},format=yuv420p,${hold}[stars]`,
    '[glow][stars]blend=c0_mode=screen:c1_mode=normal:c2_mode=normal[sky]',
    overlayShape({ size: woods, color: '#04100f', opacity: spruces, x: '0', y: 'H-h' }, 'sky', 'shore'),
    '[shore]split[above][mirrored]',
    "[mirrored]crop=1280:240:0:240,vflip,boxblur=lr=2:lp=1,lutyuv=y='16+(val-16)*0.55'[water]",
    '[above][water]vstack[picture]',
  ].join(';'),
  sound: wind(12),
}
