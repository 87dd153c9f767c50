import type { ProcessingEstimate } from '@vireo/contract'
import { Clock } from 'lucide-react'
import { estimateTexts } from './estimate-text.ts'

type EstimateBadgesProps = { estimate: ProcessingEstimate; className: string }

/** The place in the queue and the time left, each in a badge. */
export function EstimateBadges({ estimate, className }: EstimateBadgesProps) {
  return estimateTexts(estimate).map((text) => (
    <li key={text} className={className}>
      <Clock aria-hidden="true" className="size-3.5 stroke-2" />
      {text}
    </li>
  ))
}
