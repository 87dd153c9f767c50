/** Whoever left within the last seconds has seen the video, and a few seconds in are no place to resume. */
const nearEndSeconds = 5
const nearStartSeconds = 3

/** Where to begin for someone who left off at `resumeAt`. */
export function startPosition(resumeAt: number | undefined, duration: number): number {
  if (!resumeAt || !Number.isFinite(resumeAt) || resumeAt < nearStartSeconds) return 0
  return resumeAt > duration - nearEndSeconds ? 0 : resumeAt
}
