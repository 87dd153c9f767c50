/** A video left in its first or last seconds, and so barely begun or fully watched, starts from the beginning. */
const nearEndSeconds = 5
const nearStartSeconds = 3

type Position = {
  /** The query of the page's address. */
  search: string
  /** Where the viewer left. */
  resumeAt?: number | undefined
  duration: number
}

/** Where to start: at the time in the address, else where the viewer left. */
export function startPosition({ search, resumeAt, duration }: Position): number {
  const requested = parsePosition(new URLSearchParams(search).get('t') ?? '')
  if (requested !== undefined && requested < duration) return requested
  if (!resumeAt || !Number.isFinite(resumeAt) || resumeAt < nearStartSeconds) return 0
  return resumeAt > duration - nearEndSeconds ? 0 : resumeAt
}

/** The seconds of 90, 90s, 1m30s or 1h2m3s; undefined for anything else. */
export function parsePosition(text: string): number | undefined {
  const [found, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? []
  if (!found) return undefined
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}
