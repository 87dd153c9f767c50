import { useNearEnd } from '../../lib/use-near-end.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

type CommentListEndProps = {
  hasMore: boolean
  isLoading: boolean
  /** Something is on its way that a next page would have to wait for. */
  isBlocked: boolean
  failure: string | undefined
  /** Must be stable. */
  onNear: () => void
}

/** Loads by itself before one comes to it; the button is for those who do not scroll. */
export function CommentListEnd({ hasMore, isLoading, isBlocked, failure, onNear }: CommentListEndProps) {
  const near = useNearEnd(hasMore && !isBlocked && !failure ? onNear : undefined)
  if (failure)
    return <ErrorState message={failure} onRetry={onNear} isRetrying={isLoading} className="py-8!" />
  if (!hasMore) return null
  return (
    <div ref={near} className="grid justify-items-center py-6">
      <Button onClick={onNear} isBusy={isLoading}>
        Load more
      </Button>
    </div>
  )
}
