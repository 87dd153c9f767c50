import type { Video } from '@vireo/contract'
import { formatCount, formatRelativeTime } from '../../lib/format.ts'

type VideoMetaProps = { video: Pick<Video, 'views' | 'createdAt'>; className?: string }

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** For example '1.2K views · 3 days ago'. */
export function VideoMeta({ video: { views, createdAt }, className }: VideoMetaProps) {
  return (
    <span className={className}>
      {formatCount(views)} {views === 1 ? 'view' : 'views'}
      <span aria-hidden="true"> · </span>
      <time dateTime={createdAt} title={exact.format(new Date(createdAt))}>
        {formatRelativeTime(createdAt)}
      </time>
    </span>
  )
}
