import { Skeleton } from '../../ui/skeleton.tsx'

/** Of the size of a card with one image. */
export function TweetSkeleton() {
  return (
    <div className="flex gap-3 rounded-card border border-border bg-surface p-3 sm:p-4">
      <Skeleton className="size-10 shrink-0 rounded-full!" />
      <div className="grid grow content-start gap-2 pt-0.5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-44 max-w-full" />
        <Skeleton className="mt-1 h-4 w-3/4" />
        <Skeleton className="mt-2 aspect-video rounded-card!" />
        <Skeleton className="mt-2 h-5 w-40" />
      </div>
    </div>
  )
}

export function TweetListSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div role="status" aria-busy="true" aria-label="Loading tweets" className="grid gap-4">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
        <TweetSkeleton key={index} />
      ))}
    </div>
  )
}
