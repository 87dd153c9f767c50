import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'

/** As high as comments of one line. */
export function CommentSkeletons({ count }: { count: number }) {
  return (
    <SkeletonList label="Loading comments" count={count}>
      <div className="flex h-[6.25rem] gap-3 py-3">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="grid grow content-start gap-2 pt-0.5">
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      </div>
    </SkeletonList>
  )
}
