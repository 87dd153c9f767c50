import { limits } from '../limits.ts'

export interface Cue {
  /** Milliseconds. */
  start: number
  end: number
  /** The position as WebVTT cue settings; mostly empty. */
  settings: string
  text: string
  /** The number of the line with its times. */
  line: number
}

/** The problem with a file, as a sentence for the person who chose it. */
export class CaptionsProblem extends Error {
  override readonly name = 'CaptionsProblem'
}

export const problemAt = (line: number, what: string) => new CaptionsProblem(`Line ${line}: ${what}`)

interface Block {
  /** The number of its first line. */
  first: number
  lines: string[]
}

const arrow = '-->'
const example = '00:01:02.500 --> 00:01:05.000'
const isNumber = (line: string | undefined) => /^\s*\d+\s*$/.test(line ?? '')

/** The cues of a WebVTT or SubRip (.srt) file, in file order and with unchanged texts. */
export function parseCues(text: string): Cue[] {
  const lines = text.split(/\r\n|\n|\r/)
  const isVtt = isHeader(lines[0])
  const cues: Cue[] = []
  for (const block of blocksOf(lines)) {
    if (isVtt && isNoCue(block)) continue
    const timing = findTiming(block, isVtt)
    if (timing !== 0) continueLastCue(cues, block, timing, isVtt)
    if (timing === -1) continue
    for (const cue of readBlock(block, timing)) {
      if (cues.push(cue) > limits.captionCues)
        throw new CaptionsProblem(`There are more than ${limits.captionCues} captions in this file.`)
    }
  }
  return cues
}

function* blocksOf(lines: string[]): Generator<Block> {
  let block: Block | undefined
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') {
      if (block) yield block
      block = undefined
    } else {
      block ??= { first: i + 1, lines: [] }
      block.lines.push(line)
    }
  }
  if (block) yield block
}

const isHeader = (line: string | undefined) => /^WEBVTT(?:[ \t]|$)/.test(line ?? '')

/** The header without a cue, a comment, or a block of styles or regions. */
function isNoCue({ lines: [head = '', ...rest] }: Block): boolean {
  if (isHeader(head)) return !rest.some((line) => line.includes(arrow))
  return /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(head)
}

/** Usually one cue; more if the empty lines between cues are missing. */
function* readBlock({ first, lines }: Block, timing: number): Generator<Cue> {
  let cue = readTiming(lines[timing] ?? '', first + timing)
  let texts: string[] = []
  for (let i = timing + 1; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (!timingPattern.test(line)) {
      texts.push(line)
      continue
    }
    // The number of the next cue.
    if (isNumber(texts.at(-1))) texts.pop()
    yield withText(cue, texts.join('\n'))
    cue = readTiming(line, first + i)
    texts = []
  }
  yield withText(cue, texts.join('\n'))
}

function withText(cue: Cue, text: string): Cue {
  if (text.length > limits.captionLength)
    throw problemAt(cue.line, `The caption is longer than ${limits.captionLength} characters`)
  cue.text = text
  return cue
}

/** The index of the first line with times, even malformed ones; -1 if there is none. */
function findTiming({ lines }: Block, isVtt: boolean): number {
  const meant = lines.slice(0, 2).findIndex((line) => line.includes(arrow))
  if (meant !== -1 && !(isVtt && isHeader(lines[0]))) return meant
  return lines.findIndex((line) => timingPattern.test(line))
}

/**
 * A cue has only its name or number before its times. In .srt files a text may contain empty lines, so any other lines
 * before the times belong to the previous cue.
 */
function continueLastCue(cues: Cue[], { first, lines }: Block, timing: number, isVtt: boolean): void {
  const before = timing === -1 ? lines : lines.slice(0, timing)
  if (timing !== -1 && (isVtt || before.length === 1)) return
  const last = cues.at(-1)
  // The number of the next cue, which may be missing at the end of a file.
  if (last && isNumber(before.at(-1))) before.pop()
  const [head, next] = before
  const hasBrokenTimes = isNumber(head) && /\d:\d\d/.test(next ?? '')
  if (!last || isVtt || hasBrokenTimes)
    throw problemAt(isNumber(head) && next ? first + 1 : first, `Expected times such as ${example}`)
  withText(last, `${last.text}\n${before.join('\n')}`)
}

const timePattern = String.raw`-?(?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?`
const timingPattern = new RegExp(String.raw`^\s*${timePattern}\s*-->\s*${timePattern}(?:\s|$)`)

function readTiming(line: string, number: number): Cue {
  const [from = '', rest = ''] = line.split(arrow).map((part) => part.trim())
  const [to = '', ...settings] = rest.split(/\s+/)
  const [start, end] = [readTime(from, number), readTime(to, number)]
  if (end < start) throw problemAt(number, 'The caption ends before it begins')
  const kept = settings.filter((setting) => settingPattern.test(setting))
  return { start, end, settings: kept.join(' '), text: '', line: number }
}

function readTime(text: string, line: number): number {
  const [, minus, hours = '0', minutes = '', seconds = '', fraction = ''] =
    /^(-?)(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/.exec(text) ?? []
  if (minutes === '' || Number(minutes) > 59 || Number(seconds) > 59) {
    const shown = text.length > 20 ? `${text.slice(0, 20)}…` : text
    throw problemAt(line, `“${shown}” is not a time. Expected times such as ${example}`)
  }
  if (minus) throw problemAt(line, 'The time is negative')
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

const share = String.raw`\d{1,3}(?:\.\d{1,3})?%`
const settingPattern = new RegExp(
  `^(?:vertical:(?:rl|lr)|align:(?:start|center|end|left|right)|size:${share}` +
    `|position:${share}(?:,(?:line-left|center|line-right))?` +
    String.raw`|line:(?:-?\d{1,3}|${share})(?:,(?:start|center|end))?)$`,
)
