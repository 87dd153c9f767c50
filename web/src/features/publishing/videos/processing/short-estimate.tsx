import { type EstimatedVideo, estimateTexts } from './estimate-text.ts'

/** The end of a badge: the time left, or the place in the queue while that is unknown. */
export function ShortEstimate({ video }: { video: EstimatedVideo }) {
  const text = estimateTexts(video).at(-1)
  return text && ` · ${text}`
}
