import { cn } from '../../../../lib/cn.ts'
import { useRetry } from '../../../../lib/query/use-retry.ts'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'

/** For cards or rows of this height. */
export function PanelSkeleton({ height }: { height: string }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className={cn('w-full rounded-card', height)} />
      ))}
    </div>
  )
}

type PanelLoadingProps = {
  query: { isError: boolean; refetch: () => Promise<unknown> }
  failure: string
  height: string
}

/** Shown while a panel's query has no data: skeletons, or the failure with Retry. */
export function PanelLoading({ query, failure, height }: PanelLoadingProps) {
  const { isRetrying, retry } = useRetry(query.refetch)
  if (!isRetrying && !query.isError) return <PanelSkeleton height={height} />
  return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
}
