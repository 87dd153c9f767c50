import { CommentSection } from '../../community/comments/comment-section.tsx'
import type { VideoDetail } from '../../publishing/videos/api.ts'

type VideoCommentsProps = { video: VideoDetail; isReady: boolean; onSeek: (seconds: number) => void }

export function VideoComments({ video, isReady, onSeek }: VideoCommentsProps) {
  const { _id, owner, commentsCount, duration } = video
  return (
    <CommentSection
      kind="video"
      id={_id}
      creator={owner}
      count={commentsCount}
      isReady={isReady}
      duration={duration}
      onSeek={onSeek}
    />
  )
}
