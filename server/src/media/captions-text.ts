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

/** No two alike: a second `English` becomes `English 2`. */
export function tellApart<T extends { label: string }>(captions: readonly T[]): T[] {
  const seen = new Map<string, number>()
  return captions.map((caption) => {
    const count = (seen.get(caption.label) ?? 0) + 1
    seen.set(caption.label, count)
    return count === 1 ? caption : { ...caption, label: `${caption.label} ${count}` }
  })
}

/**
 * What ffmpeg wrote, as browsers read it: its encoder leaves `<` and `&` of the text as they are, and an empty
 * line within a cue, which would end it.
 */
export function mendVtt(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/g, '&lt;')
    .replace(/\n{2,}(?!(?:\d+:)?\d\d:\d\d\.\d{3} --> |$)/g, '\n')
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

function nameOf(language: string): string {
  return (language !== UNKNOWN && languageNames.of(language)) || 'Captions'
}

function readTitle(title: string = ''): string {
  const clean = title
    .slice(0, MAX_LABEL * 4)
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
  return [...clean].slice(0, MAX_LABEL).join('')
}
