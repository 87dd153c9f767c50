import { Skeleton } from '../../ui/skeleton.tsx'

const rows = 6

/** Of the size of the page: the cover and what is under it, and rows beside them. */
export function PlaylistSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Loading playlist"
      className="mx-auto grid max-w-6xl gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-3">
        <Skeleton className="aspect-video rounded-card!" />
        <Skeleton className="h-7 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-10 w-full" />
      </div>
      <div className="grid content-start gap-4">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <Skeleton key={index} className="h-18 rounded-card!" />
        ))}
      </div>
    </div>
  )
}
