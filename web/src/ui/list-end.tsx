import { useNearEnd } from '../lib/use-near-end.ts'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

type ListEndProps = {
  hasMore: boolean
  isLoading: boolean
  /** Something is on its way that a next page would have to wait for. */
  isBlocked: boolean
  failure: string | undefined
  /** Must be stable. */
  onNear: () => void
  /** Otherwise the same as coming near. */
  onPress?: () => void
  /** Said when there is no more. */
  endText?: string
}

/** Loads by itself before one comes to it; the button is for those who do not scroll. */
export function ListEnd({
  hasMore,
  isLoading,
  isBlocked,
  failure,
  onNear,
  onPress = onNear,
  endText,
}: ListEndProps) {
  const near = useNearEnd(hasMore && !isBlocked && !failure ? onNear : undefined)
  if (failure)
    return <ErrorState message={failure} onRetry={onPress} isRetrying={isLoading} className="py-8!" />
  if (!hasMore) return endText ? <p className="py-8 text-center text-muted">{endText}</p> : null
  return (
    <div ref={near} className="grid justify-items-center py-8">
      <Button onClick={onPress} isBusy={isLoading}>
        Load more
      </Button>
    </div>
  )
}
