import { lazy, Suspense, useState } from 'react'
import { isNotFound } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import type { VideoDetail } from '../../publishing/videos/api.ts'
import { fetchFailure, useRelated, useWatchedVideo } from './api.ts'
import { WatchPage } from './watch-page.tsx'

// Loaded on demand, because both are rare.
const MissingPage = lazy(() =>
  import('../../../navigation/errors/missing-page.tsx').then((m) => ({ default: m.MissingPage })),
)

const SkipMissing = lazyPart(() => import('./queues/skip-missing.tsx').then((m) => m.SkipMissing))

/** Chooses between the page, an error and 'not found'. */
export function WatchScreen({ videoId }: { videoId: string }) {
  const { data: video, error, refetch } = useWatchedVideo(videoId)
  const related = useRelated(videoId)
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Video not found' : video?.title)

  // The previous video stays in the player until the next is loaded, which keeps full screen and the right to autoplay.
  // One in the corner also continues until then.
  const [playing, setPlaying] = useState<VideoDetail>()
  if (video && video !== playing) setPlaying(video)

  if (!video && isMissing) {
    return (
      <Suspense>
        <SkipMissing videoId={videoId} />
        {/* Deleted, private, or never existed: a visitor is not told which. */}
        <MissingPage
          title="Video not found"
          text="It may have been deleted, or its owner keeps it private."
        />
      </Suspense>
    )
  }
  if (!video && (error || isRetrying))
    return <ErrorState message={fetchFailure} onRetry={retry} isRetrying={isRetrying} />
  return (
    <WatchPage
      videoId={videoId}
      video={video}
      playing={playing}
      related={related}
      onExpired={() => void refetch()}
    />
  )
}
