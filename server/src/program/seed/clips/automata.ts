import { type Clip, landscape, portrait } from './clip.ts'
import { fill, hold, tint } from './paint.ts'
import { plucks } from './sounds.ts'

/** Few generations a second that fade into each other, so that nothing blinks. */
export const gameOfLife: Clip = {
  ...landscape,
  seconds: 14,
  thumbnailAt: 3,
  picture: `life=s=96x54:r=5:seed=21:ratio=0.2,format=gray,fps=24,tmix=frames=7,lagfun=decay=0.94,scale=384:216:flags=bicubic,gblur=sigma=1.2,${tint(landscape, ['#0a1420', '#0f2a3d', '#174f5f', '#2f8f7f', '#6fd08c', '#d9f2b4', '#fffbe0'])}[picture]`,
  sound: plucks([261.63, 392, 293.66, 440, 329.63, 523.25, 392], 2.5, 14),
}

/** The threads' colour changes from stripe to stripe. */
function stripes(): string {
  const boxes: string[] = []
  for (let y = 0, index = 0; y < cloth.height; index++) {
    const [color, rows] = dyes[index % dyes.length] ?? dyes[0]
    boxes.push(`drawbox=y=${y}:h=${rows * 12}:c=${color}:t=fill`)
    y += rows * 12
  }
  return `${fill(cloth, dyes[0][0])},${boxes.join(',')}`
}

const cloth = { width: 720, height: 2720 }
/** Madder, ochre and indigo in stripes of a few dozen rows. */
const dyes = [
  ['#b5523b', 16],
  ['#d9a441', 4],
  ['#27496d', 12],
  ['#b5523b', 4],
] as const

/** Rule 126 as a pattern on cloth, drawn once and then scrolled. */
export const weaving: Clip = {
  ...portrait,
  seconds: 12,
  thumbnailAt: 5,
  picture: [
    'cellauto=s=60x227:rule=126:ratio=0.06:seed=12:full=1:scroll=1:r=24,trim=end_frame=1,format=gray,scale=720:2724:flags=neighbor,crop=720:2720:0:0[threads]',
    `${stripes()}[dyed]`,
    '[dyed][threads]alphamerge[pattern]',
    `${fill(cloth, '#f1e7d3')}[linen]`,
    `[linen][pattern]overlay=format=yuv420,${hold},crop=720:1280:0:'t*120'[picture]`,
  ].join(';'),
}
