import type { VideoSummary } from '@vireo/contract'
import { formatCount, formatDateTime, formatRelativeTime } from '../../../lib/text/format.ts'

type VideoMetaProps = { video: Pick<VideoSummary, 'views' | 'createdAt'>; className?: string }

/** For example '1.2K views · 3 days ago'. */
export function VideoMeta({ video: { views, createdAt }, className }: VideoMetaProps) {
  return (
    <span className={className}>
      {formatCount(views)} {views === 1 ? 'view' : 'views'}
      <span aria-hidden="true"> · </span>
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatRelativeTime(createdAt)}
      </time>
    </span>
  )
}
