import { cn } from '../../lib/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Of cards or rows of this height. */
export function PanelSkeleton({ height }: { height: string }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className={cn('w-full rounded-card!', height)} />
      ))}
    </div>
  )
}
