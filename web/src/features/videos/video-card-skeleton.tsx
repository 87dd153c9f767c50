import { Skeleton } from '../../ui/skeleton.tsx'

/** Of exactly the size of a card. */
export function VideoCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card!" />
      <div className="mt-3 flex min-h-22 gap-3">
        <Skeleton className="mt-0.5 size-8 shrink-0 rounded-full!" />
        <div className="grid grow content-start gap-2 pt-1">
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="mt-1 h-3 w-1/3" />
        </div>
      </div>
    </div>
  )
}
