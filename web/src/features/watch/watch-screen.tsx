import { lazy, Suspense, useState } from 'react'
import { isNotFound } from '../../lib/api-client.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useRetry } from '../../lib/use-retry.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { VideoDetail } from '../videos/api.ts'
import { useRelated, useWatchedVideo } from './api.ts'
import { fetchFailure } from './fetch-failure.ts'
import { WatchPage } from './watch-page.tsx'

// Rare.
const VideoMissing = lazy(() => import('./video-missing.tsx').then((m) => ({ default: m.VideoMissing })))

/** Which of its states the page is in. */
export function WatchScreen({ videoId }: { videoId: string }) {
  const { data: video, error, refetch } = useWatchedVideo(videoId)
  const related = useRelated(videoId)
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Video not found' : video?.title)

  // The one before stays in the player until the next is here: full screen and the permission to play go on.
  const [playing, setPlaying] = useState<VideoDetail>()
  if (video && video !== playing) setPlaying(video)

  if (!video && isMissing) {
    return (
      <Suspense>
        <VideoMissing />
      </Suspense>
    )
  }
  if (!video && (error || isRetrying))
    return <ErrorState message={fetchFailure} onRetry={retry} isRetrying={isRetrying} />
  return <WatchPage video={video} playing={playing} related={related} onExpired={() => void refetch()} />
}
