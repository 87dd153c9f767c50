import { useMemo } from 'react'
import { CommentSection } from '../comments/comment-section.tsx'
import { videoComments } from '../comments/video-comments.ts'
import type { VideoDetail } from '../videos/api.ts'

type VideoCommentsProps = { video: VideoDetail; isReady: boolean; onSeek: (seconds: number) => void }

export function VideoComments({ video, isReady, onSeek }: VideoCommentsProps) {
  const { _id, owner, commentsCount, duration } = video
  const source = useMemo(() => videoComments(_id, owner._id), [_id, owner._id])
  return (
    <CommentSection
      source={source}
      count={commentsCount}
      isReady={isReady}
      duration={duration}
      onSeek={onSeek}
    />
  )
}
