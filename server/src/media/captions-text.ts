/** A caption stream as ffprobe names it. */
export type CaptionProbe = {
  index: number
  codec_name?: string
  tags?: { language?: string; title?: string }
}

export type CaptionStream = {
  /** Of the stream in its file. */
  index: number
  /** A BCP 47 tag; `und` where the file does not say. */
  language: string
  label: string
}

const MAX_STREAMS = 10
const MAX_LABEL = 60
const MAX_TAG = 35
const TEXT_CODECS = ['mov_text', 'subrip', 'webvtt', 'ass', 'ssa']
const UNKNOWN = 'und'
const UNNAMED = 'Captions'

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Those that are text: pictures of text cannot become a track. */
export function readCaptionStreams(streams: readonly CaptionProbe[]): CaptionStream[] {
  return streams
    .filter(({ codec_name: codec = '' }) => TEXT_CODECS.includes(codec))
    .slice(0, MAX_STREAMS)
    .map(({ index, tags }) => {
      const language = readLanguage(tags?.language)
      return { index, language, label: readTitle(tags?.title) || nameOf(language) }
    })
}

/** No two alike: a second `English` becomes `English 2`, or the next number that no other has as its name. */
export function tellApart<T extends { label: string }>(captions: readonly T[]): T[] {
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

const TIME = String.raw`(?:\d+:)?\d\d:\d\d\.\d{3}`
const EMPTY_LINES = new RegExp(String.raw`\n{2,}(?!${TIME} --> ${TIME}\n|$)`, 'g')
const ARROW_OF_TEXT = new RegExp(String.raw`(?<!\n\n${TIME} )-->`, 'g')

/**
 * What ffmpeg wrote, as browsers read it: its encoder leaves `<` and `&` of the text as they are, and an empty
 * line or an arrow within a cue, which would end it.
 */
export function mendVtt(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/g, '&lt;')
    .replace(EMPTY_LINES, '\n')
    .replace(ARROW_OF_TEXT, '--&gt;')
}

export const hasText = (vtt: string) => / --> [\d:.]+\n./.test(vtt)

/** `ger` and `deu` are both `de`. */
function readLanguage(tag: string = ''): string {
  try {
    return (tag.length <= MAX_TAG && Intl.getCanonicalLocales(tag)[0]) || UNKNOWN
  } catch {
    return UNKNOWN
  }
}

/** Only its base has a name: asked about `en-x-foo` or `en-u-ca-buddhist` as a whole, `Intl` throws. */
function nameOf(language: string): string {
  try {
    return (language !== UNKNOWN && languageNames.of(new Intl.Locale(language).baseName)) || UNNAMED
  } catch {
    return UNNAMED
  }
}

/** Cut by characters: the database refuses half of one. */
function readTitle(title: string = ''): string {
  const clean = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
  return [...clean].slice(0, MAX_LABEL).join('')
}
