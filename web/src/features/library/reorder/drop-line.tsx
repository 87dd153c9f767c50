import { cn } from '../../../lib/cn.ts'
import type { Edge } from './move-item.ts'

/** Where a dragged row would be dropped: above or below the row that this line is in. */
export function DropLine({ edge }: { edge: Edge }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'absolute inset-x-2 z-20 h-0.5 rounded-full bg-accent',
        edge === 'top' ? '-top-px' : '-bottom-px',
      )}
    />
  )
}
