import { plainLine } from '../core/plain-line.ts'

/** A video time as people write it: 1:23, 12:34 or 1:02:03. */
export const clockPattern = String.raw`\d{1,3}:[0-5]\d(?::[0-5]\d)?`

const clock = new RegExp(`^${clockPattern}$`)

/** The seconds of such a time; undefined for other texts. */
export function clockSeconds(text: string): number | undefined {
  return clock.test(text) ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : undefined
}

export type Chapter = {
  /** Seconds. */
  start: number
  title: string
}

const separators = String.raw`[\s:|–—-]*`
const wholeClock = String.raw`${clockPattern}(?!\w|:\d)`
const clockParts = String.raw`(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?!\w|:\d)`
/** Even with a second time, as in '0:00 - 1:30 Intro', the chapter ends where the next one begins. */
const line = new RegExp(
  String.raw`^[\s•*–—-]*[([]?${clockParts}(?:\s*[–—-]\s*${wholeClock})?[)\]]?${separators}([^\s:|–—-].*)$`,
)

const minChapters = 3
const minSeconds = 10

/**
 * The chapters of a video, from lines of its description such as '0:00 Intro'. There are none unless at least three
 * are listed in order, the first at 0:00, and each is at least ten seconds long.
 */
export function chaptersOf(description: string, duration: number): Chapter[] {
  const chapters = description.split(/\r?\n/).flatMap((text) => {
    const [, first, second, third, title = ''] = line.exec(text) ?? []
    if (first === undefined) return []
    const leading = Number(first) * 60 + Number(second)
    const start = third === undefined ? leading : leading * 60 + Number(third)
    return [{ start, title: plainLine(title).trim() }]
  })
  const isLongEnough = ({ start }: Chapter, index: number) =>
    (chapters[index + 1]?.start ?? duration) - start >= minSeconds
  const isComplete = chapters.length >= minChapters && chapters[0]?.start === 0
  return isComplete && chapters.every(isLongEnough) ? chapters : []
}
