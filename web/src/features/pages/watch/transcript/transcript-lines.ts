import { useQuery } from '@tanstack/react-query'
import { parseCues, toPlainText } from '@vireo/contract'

export type Line = {
  /** Seconds. */
  start: number
  text: string
  /** For searching: without accents and in lower case. */
  folded: string
}

export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The lines of a caption file in the order of time. */
export function toLines(vtt: string): Line[] {
  return parseCues(vtt)
    .map(({ start, text }) => ({ start: start / 1000, text: toPlainText(text).replace(/\s+/g, ' ') }))
    .filter(({ text }) => text)
    .sort((a, b) => a.start - b.start)
    .map((line) => ({ ...line, folded: fold(line.text) }))
}

/** The last line that has begun by then; -1 before the first one. */
export function lineAt(lines: readonly Line[], seconds: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.start ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function useLines(url: string) {
  return useQuery({
    queryKey: ['captions', url],
    // The file of an address never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`The captions could not be loaded: ${response.status}`)
      return toLines(await response.text())
    },
  })
}
