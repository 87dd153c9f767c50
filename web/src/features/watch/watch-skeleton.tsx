import { Skeleton } from '../../ui/skeleton.tsx'

/** Of the size of the details: title, owner and actions, description. */
export function DetailsSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading video" className="grid content-start gap-3">
      <Skeleton className="h-[1.625rem] w-2/3" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full!" />
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-20" />
          </div>
          <Skeleton className="ml-2 h-10 w-28 rounded-full!" />
        </div>
        <Skeleton className="h-10 w-80 max-w-full rounded-full!" />
      </div>
      <Skeleton className="h-24 rounded-card!" />
    </div>
  )
}
