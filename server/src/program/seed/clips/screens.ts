import { type Clip, fullHd } from './clip.ts'
import { fill, hold, moving, overlayShape, tint } from './paint.ts'
import { breath, plucks } from './sounds.ts'

type Stroke = readonly [x1: number, y1: number, x2: number, y2: number]

/** How far a pixel is from a line. */
function distance([x1, y1, x2, y2]: Stroke): string {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = `clip(((X-${x1})*${dx}+(Y-${y1})*${dy})/${dx * dx + dy * dy},0,1)`
  return `st(1,${along})*0+hypot(X-${x1}-ld(1)*${dx},Y-${y1}-ld(1)*${dy})`
}

/** The word "KINO" as strokes and a ring, so that no font is needed. */
const letters: Stroke[] = [
  [30, 30, 30, 230],
  [40, 140, 150, 30],
  [70, 110, 160, 230],
  [250, 30, 250, 230],
  [350, 230, 350, 30],
  [350, 30, 490, 230],
  [490, 230, 490, 30],
]
const ring = 'abs(hypot(X-690,Y-130)-100)'
const kino = letters.map(distance).reduce((nearest, next) => `min(${nearest},${next})`, ring)

/** Moves from one place to another, slowing down. */
const glide = (from: number, to: number, at: number) =>
  `${to}+${from - to}*if(lt(t,${at}),1,exp(-2.6*(t-${at})))`

export const ident: Clip = {
  ...fullHd,
  seconds: 10,
  thumbnailAt: 7,
  picture: [
    `${fill(fullHd, '#f2e8d5')},${hold}[paper]`,
    overlayShape(
      {
        size: { width: 560, height: 560 },
        color: '#7fb3a8',
        opacity: '255',
        x: glide(-700, 300, 0.2),
        y: '200+12*sin(t*0.7)',
      },
      'paper',
      'square',
    ),
    overlayShape(
      {
        size: { width: 620, height: 620 },
        color: '#e76f51',
        opacity: '255*clip((308-hypot(X-309.5,Y-309.5))/1.5,0,1)',
        x: '1060+14*sin(t*0.6+1)',
        y: glide(-760, 120, 0.8),
      },
      'square',
      'circle',
    ),
    overlayShape(
      {
        size: { width: 640, height: 520 },
        color: '#e9c46a',
        opacity: '255*clip((Y-1.8*abs(X-319.5))/2,0,1)',
        x: glide(2050, 650, 1.4),
        y: '330+10*sin(t*0.8+2)',
      },
      'circle',
      'triangle',
    ),
    overlayShape(
      {
        size: { width: 1920, height: 24 },
        color: '#22333b',
        opacity: '255',
        x: glide(-1920, 0, 1),
        y: '850',
      },
      'triangle',
      'line',
    ),
    overlayShape(
      {
        size: { width: 820, height: 260 },
        color: '#22333b',
        opacity: `255*clip((22-(${kino}))/1.5,0,1)`,
        x: '550',
        y: glide(1150, 520, 2.2),
      },
      'line',
      'word',
    ),
    '[word]null[picture]',
  ].join(';'),
  sound: plucks([261.63, 329.63, 392, 523.25, 493.88, 392, 440, 523.25], 1.25, 10),
}

const small = { width: 854, height: 480 }
const lungs = 'st(0,if(lt(T,4),0.5-0.5*cos(PI*T/4),0.5+0.5*cos(PI*(T-4)/6)))'

const breaths = 12
const counted = (inward: string, outward: string) =>
  Array.from({ length: breaths }, (_, breath) => [
    { from: breath * 10, to: breath * 10 + 4, text: inward },
    { from: breath * 10 + 4, to: breath * 10 + 10, text: outward },
  ]).flat()

/** Two minutes: one breath of ten seconds is drawn and repeated without encoding it again. */
export const breathing: Clip = {
  ...small,
  seconds: 10,
  loops: breaths,
  thumbnailAt: 3.6,
  subtitles: [
    { language: 'eng', lines: counted('Breathe in…', '…and out') },
    { language: 'swe', lines: counted('Andas in …', '… och ut') },
  ],
  picture: `${moving({ width: 160, height: 90 }, `lum='${lungs};st(1,hypot(X-79.5,Y-44.5));st(2,15+16*ld(0));255*clip((0.62+0.2*(44-Y)/44)/(1+exp((ld(1)-ld(2))/1.3))+0.5*exp(-ld(1)/(17+15*ld(0))),0,1)'`)},${tint(small, ['#0d2329', '#15393f', '#23656a', '#4f9f94', '#a9dcbc', '#f6f0d2', '#fff7e2'])}[picture]`,
  sound: breath(120),
}
