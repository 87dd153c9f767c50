import { ChevronsLeft, ChevronsRight } from 'lucide-react'
import { cn } from '../../../lib/cn.ts'
import type { Leap } from '../hooks/use-taps.ts'

/** The answer to a double tap: on its side of the picture, gone by itself. */
export function LeapRipple({ side, seconds, id }: Leap) {
  const Chevrons = side === 'left' ? ChevronsLeft : ChevronsRight
  return (
    <div
      key={id}
      aria-hidden="true"
      className={cn(
        'player-ripple pointer-events-none absolute inset-y-0 z-20 grid w-2/5 place-content-center justify-items-center gap-1 bg-text/15 text-sm font-medium text-white',
        side === 'left' ? 'left-0 rounded-r-full' : 'right-0 rounded-l-full',
      )}
    >
      <Chevrons />
      {seconds} s
    </div>
  )
}
