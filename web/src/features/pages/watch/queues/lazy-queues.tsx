import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { cn } from '../../../../lib/cn.ts'
import { PartErrorBoundary } from '../../../../navigation/errors/route-error.tsx'
import { paths } from '../../../../navigation/links/paths.ts'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx'
import { useOwnQueue } from '../../../library/own-queue/queue-store.ts'
import type { Neighbours } from '../../../library/up-next/neighbours.ts'
import { usePlayerHost } from '../player/player-host.tsx'

// Only needed when a playlist is being played.
const PlayQueue = lazy(() =>
  import('../../../library/playlists/play-queue/play-queue.tsx').then((m) => ({ default: m.PlayQueue })),
)

// Only needed when a person has added videos to their queue.
const OwnQueuePanel = lazyPart(() =>
  import('../../../library/own-queue/own-queue-panel.tsx').then((m) => m.OwnQueuePanel),
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
  onChange: (neighbours: Neighbours | undefined) => void
}

export function LazyPlayQueue(props: LazyPlayQueueProps) {
  const { box } = usePlayerHost()
  return (
    <PartErrorBoundary>
      <Suspense fallback={skeleton}>
        <PlayQueue key={props.list} {...props} media={box.querySelector('video')} loading={skeleton} />
      </Suspense>
    </PartErrorBoundary>
  )
}

const skeleton = (
  <div role="status" aria-busy="true" aria-label="Loading the list" className="mb-6">
    <Skeleton className="h-103 rounded-card lg:h-127" />
  </div>
)

type LazyOwnQueueProps = {
  videoId: string
  pathOf: (videoId: string) => string
  /** Beside the player, not below it. */
  isWide: boolean
  onChange: (neighbours: Neighbours | undefined) => void
}

/** The queue of the signed-in person, if it is not empty. */
export function LazyOwnQueue({ isWide, ...player }: LazyOwnQueueProps) {
  const { queue } = useOwnQueue()
  const { box } = usePlayerHost()
  if (queue.ids.length === 0) return null
  return (
    <OwnQueuePanel
      player={player}
      media={box.querySelector('video')}
      isCollapsible={!isWide}
      className={cn(isWide && 'mb-6')}
      fallback={<Skeleton className={isWide ? 'mb-6 h-40 rounded-card' : 'h-12 rounded-card'} />}
    />
  )
}
