import { useNearEnd } from '../../lib/use-near-end.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

type FeedEndProps = {
  hasMore: boolean
  isLoading: boolean
  /** Something is on its way that a next page would have to wait for. */
  isBlocked: boolean
  failure: string | undefined
  onNear: () => void
  onPress: () => void
}

/** Loads by itself before one comes to it; the button is for those who do not scroll. */
export function FeedEnd({ hasMore, isLoading, isBlocked, failure, onNear, onPress }: FeedEndProps) {
  const isWaiting = hasMore && !isBlocked && !failure
  const near = useNearEnd(isWaiting ? onNear : undefined)
  if (failure)
    return <ErrorState message={failure} onRetry={onPress} isRetrying={isLoading} className="py-8!" />
  if (!hasMore) return <p className="py-8 text-center text-muted">That’s all for now.</p>
  return (
    <div ref={near} className="grid justify-items-center py-8">
      <Button onClick={onPress} isBusy={isLoading}>
        Load more
      </Button>
    </div>
  )
}
