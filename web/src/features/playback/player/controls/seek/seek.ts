import type { Chapter } from '@vireo/contract'

/** How far the keys of the seek bar seek, in seconds. */
export const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
}

export const chapterAt = (chapters: readonly Chapter[], seconds: number) =>
  chapters.findLast(({ start }) => start <= seconds)

/** So far into a chapter, the previous one means its own beginning. */
const ownStartSeconds = 3

/** The next or previous chapter; undefined after the last one. */
export const chapterBeside = (chapters: readonly Chapter[], seconds: number, direction: 1 | -1) =>
  direction > 0
    ? chapters.find(({ start }) => start > seconds)
    : (chapters.findLast(({ start }) => start < seconds - ownStartSeconds) ?? chapters[0])

/** The end of the loaded part around the position, in seconds. */
export function bufferedUntil({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime + 0.5 && buffered.end(i) >= currentTime) return buffered.end(i)
  return 0
}
