import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { PartErrorBoundary } from '../../../navigation/errors/route-error.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { PlayQueueNeighbours } from '../../library/playlists/play-queue/use-play-queue.ts'

// Only needed when a playlist is being played.
const PlayQueue = lazy(() =>
  import('../../library/playlists/play-queue/play-queue.tsx').then((m) => ({ default: m.PlayQueue })),
)

/** The playlist that is being played, if it is in the address. */
export function useListInAddress() {
  const [params] = useSearchParams()
  const list = params.get('list') ?? undefined
  const seed = params.get('shuffle') ?? undefined
  return { list, seed, pathOf: (videoId: string) => paths.watch(videoId, list, seed) }
}

type LazyPlayQueueProps = {
  list: string
  seed: string | undefined
  videoId: string
  onChange: (neighbours: PlayQueueNeighbours | undefined) => void
}

export function LazyPlayQueue(props: LazyPlayQueueProps) {
  return (
    <PartErrorBoundary>
      <Suspense fallback={skeleton}>
        <PlayQueue key={props.list} {...props} loading={skeleton} />
      </Suspense>
    </PartErrorBoundary>
  )
}

const skeleton = (
  <div role="status" aria-busy="true" aria-label="Loading the list" className="mb-6">
    <Skeleton className="h-96 rounded-card lg:h-122" />
  </div>
)
