import { type Clip, landscape, portrait } from './clip.ts'
import { tint } from './paint.ts'
import { plucks } from './sounds.ts'

/** Few generations a second, each melting into the next: cells glow and cool down, nothing blinks. */
export const gameOfLife: Clip = {
  ...landscape,
  seconds: 14,
  thumbnailAt: 3,
  picture: `life=s=96x54:r=5:seed=21:ratio=0.2,format=gray,fps=24,tmix=frames=7,lagfun=decay=0.94,scale=384:216:flags=bicubic,gblur=sigma=1.2,${tint(landscape, ['#0a1420', '#0f2a3d', '#174f5f', '#2f8f7f', '#6fd08c', '#d9f2b4', '#fffbe0'])}[picture]`,
  sound: plucks([261.63, 392, 293.66, 440, 329.63, 523.25, 392], 2.5, 14),
}

/** Rule 126 on a cloth that is woven once and then drawn past. */
export const weaving: Clip = {
  ...portrait,
  seconds: 12,
  thumbnailAt: 5,
  picture: `cellauto=s=90x400:rule=126:ratio=0.05:seed=3:full=1:scroll=1:r=24,trim=end_frame=1,format=gray,scale=720:3200:flags=neighbor,loop=-1:1:0,crop=720:1280:0:'t*120',${tint(portrait, ['#f1e7d3', '#1f3a4d'])}[picture]`,
}
