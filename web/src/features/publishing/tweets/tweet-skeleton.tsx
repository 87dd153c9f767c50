import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'

/** The same size as a card with one image. */
export function TweetSkeleton() {
  return (
    <div className="flex gap-3 rounded-card border border-border bg-surface p-3 sm:p-4">
      <Skeleton className="size-10 shrink-0 rounded-full" />
      <div className="grid grow content-start gap-2 pt-0.5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-44 max-w-full" />
        <Skeleton className="mt-1 h-4 w-3/4" />
        <Skeleton className="mt-2 aspect-video rounded-card" />
        <Skeleton className="mt-2 h-5 w-40" />
      </div>
    </div>
  )
}

export function TweetListSkeleton({ count = 3 }: { count?: number }) {
  return (
    <SkeletonList label="Loading tweets" count={count} className="grid gap-4">
      <TweetSkeleton />
    </SkeletonList>
  )
}
