import { type Clip, landscape } from './clip.ts'
import { hold, still, tint } from './paint.ts'

interface Note {
  from: number
  to: number
  at: number
  lasts: number
}

const seconds = 14
const phraseSeconds = 1.75
const pixelsPerSecond = 168
const lowest = 1800
const highest = 5800

/** [from hertz, to hertz, at second, for seconds]: a vireo asks and answers in short phrases. */
const phrases: Note[][] = [
  [
    [2400, 4200, 0.2, 0.2],
    [4200, 2900, 0.42, 0.18],
    [3300, 3600, 0.7, 0.26],
  ],
  [
    [3000, 5200, 0.2, 0.16],
    [2600, 3900, 0.42, 0.26],
    [5000, 3000, 0.76, 0.16],
  ],
  [
    [2800, 3200, 0.2, 0.3],
    [3200, 2700, 0.5, 0.2],
    [3600, 5400, 0.84, 0.16],
  ],
  [
    [5200, 2600, 0.2, 0.28],
    [2600, 4600, 0.54, 0.13],
    [4600, 2600, 0.68, 0.13],
    [2600, 4600, 0.82, 0.13],
  ],
].map((phrase) => phrase.map(([from = 0, to = 0, at = 0, lasts = 0]) => ({ from, to, at, lasts })))

function whistle({ from, to, at, lasts }: Note): string {
  const since = `(ld(0)-${at})`
  const bend = ((to - from) / 2 / lasts).toFixed(1)
  const phase = `2*PI*${since}*(${from}+${bend}*${since})`
  return `between(ld(0),${at},${at + lasts})*sin(PI*${since}/${lasts})*sin(${phase})`
}

const song = phrases.reduceRight((rest, phrase, index) => {
  const notes = phrase.map(whistle).join('+')
  return rest === '' ? notes : `if(eq(ld(1),${index}),${notes},${rest})`
}, '')

/** The four phrases as strokes on one strip, at a quarter of its size. */
const strip = { width: (phrases.length * phraseSeconds * pixelsPerSecond) / 4, height: landscape.height / 4 }
const xOf = (second: number) => (second * pixelsPerSecond) / 4
const yOf = (hertz: number) => strip.height * (0.88 - (0.76 * (hertz - lowest)) / (highest - lowest))

function stroke({ from, to, at, lasts }: Note, phrase: number): string {
  const [x, y] = [xOf(phrase * phraseSeconds + at), yOf(from)]
  const [dx, dy] = [xOf(lasts), yOf(to) - y]
  const along = `clip(((X-${x.toFixed(2)})*${dx.toFixed(2)}+(Y-${y.toFixed(2)})*${dy.toFixed(2)})/${(dx * dx + dy * dy).toFixed(2)},0,1)`
  const away = `hypot(X-${x.toFixed(2)}-ld(1)*${dx.toFixed(2)},Y-${y.toFixed(2)}-ld(1)*${dy.toFixed(2)})`
  // Thicker in the middle, as the note is louder there.
  return `st(1,${along})*0+${away}-1.9*sin(PI*ld(1))`
}

const nearest = phrases
  .flatMap((phrase, index) => phrase.map((note) => stroke(note, index)))
  .reduce((near, next) => `min(${near},${next})`)
const glow = `st(0,${nearest})*0+clip(232/(1+exp((ld(0)-1)*1.6))+95*exp(-max(ld(0),0)/7),0,255)`

/** The subtitles, one for each phrase. */
const words = (...lines: string[]) =>
  Array.from({ length: seconds / phraseSeconds }, (_, phrase) => ({
    from: phrase * phraseSeconds + 0.1,
    to: (phrase + 1) * phraseSeconds - 0.1,
    text: lines[phrase % lines.length] ?? '',
  }))

/** The song as strokes that scroll by; those right of the middle, which are still to come, are darker. */
export const birdsong: Clip = {
  ...landscape,
  seconds,
  thumbnailAt: 8.2,
  subtitles: [
    { language: 'eng', lines: words('Here I am!', 'Look up.', 'Where are you?', 'Over here.') },
    { language: 'swe', lines: words('Här är jag!', 'Titta upp.', 'Var är du?', 'Här borta.') },
  ],
  sound: [
    `aevalsrc='st(0,mod(t,${phraseSeconds}));st(1,mod(floor(t/${phraseSeconds}),${phrases.length}));0.6*(${song})':s=32000:d=${seconds}[song]`,
    `anoisesrc=c=pink:a=0.03:r=32000:d=${seconds}:seed=4,lowpass=f=2500[leaves]`,
    '[song]aecho=0.8:0.5:90|170:0.18|0.1[echo]',
    '[echo][leaves]amix=inputs=2:normalize=0:duration=first,aformat=channel_layouts=stereo[sound]',
  ].join(';'),
  picture: [
    `${still(strip, `lum='${glow}'`)},scale=${strip.width * 4}:${strip.height * 4}:flags=bicubic,split=4[phrases-1][phrases-2][phrases-3][phrases-4]`,
    `[phrases-1][phrases-2][phrases-3][phrases-4]hstack=inputs=4,${hold},crop=1280:720:'536+t*${pixelsPerSecond}':0[passing]`,
    `${still(landscape, "lum='255-115*clip((X-636)/8,0,1)'")},${hold}[dusk]`,
    `[passing][dusk]blend=all_mode=multiply,${tint(landscape, ['#0b1d1a', '#12332c', '#1d5a48', '#6fd08c', '#f6f2c9', '#fff8e8'])}[picture]`,
  ].join(';'),
}
