/** Someone who left in the last seconds has seen the video; after only a few seconds, it starts from the beginning. */
const nearEndSeconds = 5
const nearStartSeconds = 3

/** Where to start for someone who left at `resumeAt`. */
export function startPosition(resumeAt: number | undefined, duration: number): number {
  if (!resumeAt || !Number.isFinite(resumeAt) || resumeAt < nearStartSeconds) return 0
  return resumeAt > duration - nearEndSeconds ? 0 : resumeAt
}
