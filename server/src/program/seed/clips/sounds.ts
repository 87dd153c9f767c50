/** Soft synthesised sound; each graph ends in `[sound]`. */

/** A held chord whose tones swell and fade by themselves. */
export function chord(tones: readonly number[], seconds: number): string {
  const voices = tones.map((tone, index) => {
    const left = (0.3 + (0.4 * index) / (tones.length - 1)).toFixed(2)
    const swell = `tremolo=f=${(0.1 + 0.06 * index).toFixed(2)}:d=0.7`
    return `sine=f=${tone}:r=44100,${swell},pan=stereo|c0=${left}*c0|c1=${(1 - Number(left)).toFixed(2)}*c0[tone-${index}]`
  })
  const inputs = tones.map((_, index) => `[tone-${index}]`).join('')
  return [
    ...voices,
    `${inputs}amix=inputs=${tones.length}:normalize=0,lowpass=f=1200,aecho=0.8:0.7:380|610:0.3|0.2,volume=1.6,${fades(seconds)}[sound]`,
  ].join(';')
}

/** Plucked notes, `perSecond` of them, each ringing on under the next. */
export function plucks(tones: readonly number[], perSecond: number, seconds: number): string {
  const tone = (back: number) =>
    tones.reduceRight(
      (rest, hertz, index) =>
        rest === ''
          ? `${hertz}`
          : `if(eq(mod(floor(t*${perSecond})-${back}+${tones.length},${tones.length}),${index}),${hertz},${rest})`,
      '',
    )
  const voice = (back: number) =>
    [
      `st(0,t-(floor(t*${perSecond})-${back})/${perSecond})*0`,
      `st(1,2*PI*ld(0)*${tone(back)})*0`,
      '0.42*(1-exp(-300*ld(0)))*exp(-3.4*ld(0))*(sin(ld(1))+0.35*sin(2*ld(1))*exp(-3*ld(0))+0.12*sin(3*ld(1))*exp(-6*ld(0)))',
    ].join('+')
  return `aevalsrc='${voice(0)}+${voice(1)}':s=32000,aecho=0.8:0.6:240|410:0.28|0.18,aformat=channel_layouts=stereo,${fades(seconds)}[sound]`
}

/** Noise through a low-pass filter that swells and fades, differently on each side. */
export function wind(seconds: number): string {
  const side = (seed: number, speed: number) =>
    `anoisesrc=c=pink:r=32000:a=0.5:seed=${seed},lowpass=f=420,lowpass=f=700,highpass=f=70,tremolo=f=${speed}:d=0.65`
  return [
    `${side(11, 0.13)}[wind-l]`,
    `${side(23, 0.19)}[wind-r]`,
    `[wind-l][wind-r]join=inputs=2:channel_layout=stereo,volume=2,${fades(seconds)}[sound]`,
  ].join(';')
}

/** The sound of surf in the rhythm of a breath: in for four seconds, out for six. */
export function breath(seconds: number): string {
  const swell =
    '0.12+0.88*pow(if(lt(mod(t,10),4),0.5-0.5*cos(PI*mod(t,10)/4),0.5+0.5*cos(PI*(mod(t,10)-4)/6)),2)'
  const side = (seed: number) =>
    `anoisesrc=c=pink:r=32000:a=0.35:seed=${seed},lowpass=f=900,highpass=f=90,volume='${swell}':eval=frame`
  return [
    `${side(5)}[surf-l]`,
    `${side(8)}[surf-r]`,
    `[surf-l][surf-r]join=inputs=2:channel_layout=stereo,volume=2.4,${fades(seconds)}[sound]`,
  ].join(';')
}

/** Fades in and out, so that nothing starts or ends with a click. */
const fades = (seconds: number) => `afade=d=1.2,afade=t=out:st=${seconds - 2}:d=2`
