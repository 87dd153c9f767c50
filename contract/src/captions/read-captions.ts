import { limits } from '../limits.ts'
import { cleanCueText } from './cue-text.ts'
import { decodeText } from './decode-text.ts'
import { CaptionsProblem, type Cue, parseCues, problemAt } from './parse-cues.ts'

interface ReadOptions {
  language?: string | undefined
  /** The video's, in seconds. Later cues are left out. */
  duration?: number | undefined
}

const chooseAnother = 'Choose a .vtt or .srt file.'

/** Checks a caption file. Returns its cues sorted by time, with clean texts, or the file's problem. */
export function readCaptions(
  bytes: Uint8Array,
  options: ReadOptions = {},
): { cues: Cue[]; problem?: undefined } | { problem: string } {
  try {
    return { cues: readCues(bytes, options) }
  } catch (error) {
    if (error instanceof CaptionsProblem) return { problem: error.message }
    throw error
  }
}

function readCues(bytes: Uint8Array, { language, duration }: ReadOptions): Cue[] {
  const text = decodeText(bytes, language)
  if (text === undefined) throw new CaptionsProblem(`This is not a text file. ${chooseAnother}`)
  if (/^\s*<[!?a-z]/i.test(text))
    throw new CaptionsProblem(`This is a web page or an XML file. ${chooseAnother}`)
  const cues = parseCues(text)
    .map((cue) => ({ ...cue, text: cleanCueText(cue.text) }))
    .filter((cue) => cue.text && cue.end > cue.start)
  if (cues.length === 0) throw new CaptionsProblem('There are no captions in this file.')
  const shown = cutAt(cues, duration ? Math.floor(duration * 1000) : Number.POSITIVE_INFINITY)
  if (shown.length === 0) throw new CaptionsProblem('All captions begin after the end of the video.')
  return shown
}

function cutAt(cues: Cue[], end: number): Cue[] {
  const inOrder = cues.filter((cue) => cue.start < end).toSorted((a, b) => a.start - b.start)
  let current: Cue[] = []
  return inOrder.map((cue) => {
    current = [...current.filter((other) => other.end > cue.start), cue]
    if (current.length > limits.captionsAtOnce)
      throw problemAt(cue.line, `More than ${limits.captionsAtOnce} captions are shown at the same time`)
    return { ...cue, end: Math.min(cue.end, end) }
  })
}

/** Writes cues as a WebVTT file. */
export function toVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, settings, text }) => {
    const times = `${toTime(start)} --> ${toTime(end)}`
    return `${settings ? `${times} ${settings}` : times}\n${text}\n`
  })
  return `WEBVTT\n\n${blocks.join('\n')}`
}

function toTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`
}
