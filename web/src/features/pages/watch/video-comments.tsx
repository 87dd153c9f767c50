import { lazy, Suspense } from 'react'
import { PartErrorBoundary } from '../../../navigation/errors/route-error.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import type { VideoDetail } from '../../publishing/videos/api.ts'
import { commentsId } from './watch-layout.tsx'

// Loaded after the first frame; if that fails, the video plays on.
const CommentSection = lazy(() =>
  import('../../community/comments/comment-section.tsx').then((m) => ({ default: m.CommentSection })),
)

// Only where the comments are far below.
const CommentTeaser = lazyPart(() =>
  import('../../community/comments/comment-teaser.tsx').then((m) => m.CommentTeaser),
)

type VideoCommentsProps = { video: VideoDetail; isReady: boolean; onSeek: (seconds: number) => void }

export function VideoComments({ video, isReady, onSeek }: VideoCommentsProps) {
  const { _id, owner, commentsCount, commentsMode, duration } = video
  return (
    <PartErrorBoundary>
      <Suspense>
        <CommentSection
          key={_id}
          kind="video"
          id={_id}
          creator={owner}
          count={commentsCount}
          mode={commentsMode}
          isReady={isReady}
          duration={duration}
          onSeek={onSeek}
        />
      </Suspense>
    </PartErrorBoundary>
  )
}

export function VideoTeaser({ video, isReady }: Pick<VideoCommentsProps, 'video' | 'isReady'>) {
  return (
    <CommentTeaser
      subject={{ kind: 'video', id: video._id, creatorId: video.owner._id }}
      count={video.commentsCount}
      isOff={video.commentsMode === 'off'}
      isReady={isReady}
      onOpen={openComments}
      fallback={<Skeleton className="h-[4.6875rem] rounded-card" />}
    />
  )
}

function openComments() {
  const heading = document.querySelector<HTMLElement>(`#${commentsId} h2`)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}
