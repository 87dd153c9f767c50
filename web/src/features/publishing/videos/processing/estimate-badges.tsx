import { Clock } from 'lucide-react'
import { type EstimatedVideo, estimateTexts } from './estimate-text.ts'

type EstimateBadgesProps = { video: EstimatedVideo; className: string }

/** The position in the queue and the time left, each in a badge. */
export function EstimateBadges({ video, className }: EstimateBadgesProps) {
  return estimateTexts(video).map((text) => (
    <li key={text} className={className}>
      <Clock aria-hidden="true" className="size-3.5 shrink-0 stroke-2" />
      {text}
    </li>
  ))
}
