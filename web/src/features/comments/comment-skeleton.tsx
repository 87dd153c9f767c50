import { Skeleton } from '../../ui/skeleton.tsx'

/** Of the size of comments of one line. */
export function CommentListSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading comments">
      {[0, 1, 2, 3].map((key) => (
        <div key={key} className="flex h-[6.25rem] gap-3 py-3">
          <Skeleton className="size-10 shrink-0 rounded-full!" />
          <div className="grid grow content-start gap-2 pt-0.5">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3.5 w-3/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
