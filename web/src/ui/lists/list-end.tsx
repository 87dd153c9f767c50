import { useCallback } from 'react'
import { Button } from '../buttons/button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'

type ListEndProps = {
  hasMore: boolean
  isLoading: boolean
  /** A pending request has to finish before the next page can load. */
  isBlocked: boolean
  failure: string | undefined
  /** Must be stable. */
  onNear: () => void
  /** Defaults to `onNear`. */
  onPress?: () => void
  /** Shown when there is no more. */
  endText?: string
}

/** Loads the next page before it scrolls into view. The button is for people who do not scroll. */
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
    return <ErrorState message={failure} onRetry={onPress} isRetrying={isLoading} className="py-8" />
  if (!hasMore) return endText ? <p className="py-8 text-center text-muted">{endText}</p> : null
  return (
    <div ref={near} className="grid justify-items-center py-8">
      <Button onClick={onPress} isBusy={isLoading}>
        Load more
      </Button>
    </div>
  )
}

/** More than a screen ahead, so that the next page is loaded in time. */
const margin = '1200px'

/**
 * A ref for the element at the end of a list. Calls `onNear` when it comes near the screen, and again whenever `onNear`
 * changes while it is near.
 */
export function useNearEnd(onNear: (() => void) | undefined) {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !onNear) return
      // A quick scroll can report two changes at once; the last one is the current state.
      const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), {
        rootMargin: `0px 0px ${margin}`,
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onNear],
  )
}
