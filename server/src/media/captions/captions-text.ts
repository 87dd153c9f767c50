/** A caption stream in the output of ffprobe. */
interface CaptionProbe {
  index: number
  codec_name?: string
  tags?: { language?: string; title?: string }
}

export interface CaptionStream {
  /** The index of the stream in its file. */
  index: number
  /** A BCP 47 tag; `und` if the file does not state it. */
  language: string
  label: string
}

const maxStreams = 10
const maxLabelLength = 60
const maxTagLength = 35
const textCodecs = ['mov_text', 'subrip', 'webvtt', 'ass', 'ssa']
export const unknownLanguage = 'und'
const defaultLabel = 'Captions'

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Only streams of text: subtitles that are pictures cannot be converted. */
export function readCaptionStreams(streams: readonly CaptionProbe[]): CaptionStream[] {
  return streams
    .filter(({ codec_name: codec = '' }) => textCodecs.includes(codec))
    .slice(0, maxStreams)
    .map(({ index, tags }) => {
      const language = readLanguage(tags?.language)
      return { index, language, label: readTitle(tags?.title) || languageNameOf(language) }
    })
}

/** Makes labels unique: a second `English` becomes `English 2`, or the next number that is not taken. */
export function makeLabelsUnique<T extends { label: string }>(captions: readonly T[]): T[] {
  const taken = new Set(captions.map(({ label }) => label))
  const seen = new Set<string>()
  return captions.map((caption) => {
    const { label } = caption
    if (!seen.has(label)) {
      seen.add(label)
      return caption
    }
    let count = 2
    while (taken.has(`${label} ${count}`)) count++
    taken.add(`${label} ${count}`)
    return { ...caption, label: `${label} ${count}` }
  })
}

const timePattern = String.raw`(?:\d+:)?\d\d:\d\d\.\d{3}`
const emptyLinesInCue = new RegExp(String.raw`\n{2,}(?!${timePattern} --> ${timePattern}\n|$)`, 'g')
const arrowInText = new RegExp(String.raw`(?<!\n\n${timePattern} )-->`, 'g')

/**
 * Escapes text that ffmpeg leaves unchanged and browsers would misread: `<` and `&` in the text, and an empty line or
 * an arrow within a cue, which would end the cue.
 */
export function escapeVtt(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/g, '&lt;')
    .replace(emptyLinesInCue, '\n')
    .replace(arrowInText, '--&gt;')
}

export const hasText = (vtt: string) => / --> [\d:.]+\n./.test(vtt)

/** A BCP 47 tag: `ger` and `deu` both become `de`. */
export function readLanguage(tag: string = ''): string {
  try {
    return (tag.length <= maxTagLength && Intl.getCanonicalLocales(tag)[0]) || unknownLanguage
  } catch {
    return unknownLanguage
  }
}

/** Uses only the base of the tag, because `Intl` throws for tags such as `en-x-foo` or `en-u-ca-buddhist`. */
export function languageNameOf(language: string): string {
  try {
    return (
      (language !== unknownLanguage && languageNames.of(new Intl.Locale(language).baseName)) || defaultLabel
    )
  } catch {
    return defaultLabel
  }
}

/** Cut by code points, because PostgreSQL rejects half of a surrogate pair. */
function readTitle(title: string = ''): string {
  const clean = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
  return [...clean].slice(0, maxLabelLength).join('')
}
