import { useState } from 'react'
import { useRetry } from '../../lib/use-retry.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { useRelated } from './api.ts'
import { RelatedItem, RelatedSkeleton } from './related-item.tsx'

const skeletons = 5
const failure = 'Failed to fetch related videos'

type RelatedListProps = {
  related: ReturnType<typeof useRelated>
  /** In one column the comments come after it: then it is short at first. */
  isShort: boolean
}

export function RelatedList({ related, isShort }: RelatedListProps) {
  const { data: videos, isError, isFetching, refetch } = related
  const { isRetrying, retry } = useRetry(refetch)
  const [isOpened, setIsOpened] = useState(false)

  if (!videos && (isError || isRetrying))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isFetching} className="py-8!" />
  if (!videos) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading related videos" className="grid gap-3">
        {Array.from({ length: skeletons }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <RelatedSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (videos.length === 0) return <p className="text-muted">No other videos yet.</p>
  const isCut = isShort && !isOpened && videos.length > skeletons
  return (
    <>
      <ul className="grid gap-3">
        {(isCut ? videos.slice(0, skeletons) : videos).map((video) => (
          <li key={video._id}>
            <RelatedItem video={video} />
          </li>
        ))}
      </ul>
      {isCut && (
        <Button className="mt-3 w-full rounded-full!" onClick={() => setIsOpened(true)}>
          Show more
        </Button>
      )}
    </>
  )
}
