/** One preview picture, as part of a sprite sheet, and its time range. */
export type StoryboardCue = {
  start: number
  end: number
  sheet: string
  x: number
  y: number
  width: number
  height: number
}

const timing = /^([\d:.]+)\s+-->\s+([\d:.]+)/
const place = /^(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/

/** Reads a WebVTT file whose cues name sprites (`sheet.jpg#xywh=160,0,160,90`), relative to its own address. */
export function parseStoryboard(text: string, address: string): StoryboardCue[] {
  const lines = text.split(/\r\n|\r|\n/)
  return lines.flatMap((line, index) => {
    const [, from, to] = timing.exec(line) ?? []
    const [, sheet, ...numbers] = place.exec(lines[index + 1]?.trim() ?? '') ?? []
    const [x, y, width, height] = numbers.map(Number)
    const start = parseTime(from)
    const end = parseTime(to)
    if (sheet === undefined || !width || !height || x === undefined || y === undefined) return []
    if (Number.isNaN(start) || Number.isNaN(end)) return []
    return [{ start, end, sheet: new URL(sheet, address).href, x, y, width, height }]
  })
}

/** The picture for a time; after the last one, the last one. */
export function cueAt(cues: readonly StoryboardCue[], time: number): StoryboardCue | undefined {
  return cues.findLast(({ start }) => start <= time) ?? cues[0]
}

/** '01:02:03.500' or '02:03.500' in seconds. */
function parseTime(text = ''): number {
  if (!/^(\d+:)?\d{1,2}:\d{1,2}(\.\d+)?$/.test(text)) return Number.NaN
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** Loads the preview pictures of a whole video. */
export async function loadStoryboard(address: string, signal?: AbortSignal): Promise<StoryboardCue[]> {
  const url = new URL(address, location.href).href
  const response = await fetch(url, { signal: signal ?? null })
  if (!response.ok) throw new Error(`The request for the storyboard failed with status ${response.status}`)
  return parseStoryboard(await response.text(), url)
}
