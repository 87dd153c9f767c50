import { cn } from '../../lib/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Of exactly the size of a card. */
export function VideoCardSkeleton({ hasOwner = true }: { hasOwner?: boolean }) {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card!" />
      <div className={cn('mt-3 flex gap-3', hasOwner && 'min-h-22')}>
        {hasOwner && <Skeleton className="mt-0.5 size-8 shrink-0 rounded-full!" />}
        <div className="grid grow content-start gap-2 pt-1">
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-1 h-3 w-1/3" />
        </div>
      </div>
    </div>
  )
}
