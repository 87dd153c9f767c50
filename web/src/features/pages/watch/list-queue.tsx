import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { PartErrorBoundary } from '../../../navigation/errors/route-error.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Queued } from '../../library/playlists/queue/use-queue.ts'

// Only needed when a playlist is being played.
const Queue = lazy(() =>
  import('../../library/playlists/queue/queue.tsx').then((m) => ({ default: m.Queue })),
)

/** The playlist that is being played, if it is in the address. */
export function useListInAddress() {
  const [params] = useSearchParams()
  const list = params.get('list') ?? undefined
  const seed = params.get('shuffle') ?? undefined
  return { list, seed, pathOf: (videoId: string) => paths.watch(videoId, list, seed) }
}

type ListQueueProps = {
  list: string
  seed: string | undefined
  videoId: string
  onChange: (queued: Queued | undefined) => void
}

export function ListQueue(props: ListQueueProps) {
  return (
    <PartErrorBoundary>
      <Suspense fallback={skeleton}>
        <Queue key={props.list} {...props} loading={skeleton} />
      </Suspense>
    </PartErrorBoundary>
  )
}

const skeleton = (
  <div role="status" aria-busy="true" aria-label="Loading the list" className="mb-6">
    <Skeleton className="h-96 rounded-card lg:h-122" />
  </div>
)
