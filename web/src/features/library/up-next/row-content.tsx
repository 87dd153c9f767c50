import { cn } from '../../../lib/cn.ts'
import { formatDuration } from '../../../lib/text/format.ts'
import { TimeBadge, VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'

type RowContentProps = {
  title: string
  thumbnail: string | null
  duration: number | undefined
  /** Below the title. */
  note: string | undefined
  pictureClass?: string
}

/** A video in a list of what plays next. */
export function RowContent({ title, thumbnail, duration, note, pictureClass = 'w-24' }: RowContentProps) {
  return (
    <>
      <VideoThumbnail
        video={{ thumbnail, placeholder: null }}
        sizes="96px"
        className={cn('shrink-0', pictureClass)}
      >
        {duration !== undefined && <TimeBadge text={formatDuration(duration)} />}
      </VideoThumbnail>
      <span className="grid min-w-0 grow">
        <span dir="auto" className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere">
          {title}
        </span>
        <span className="truncate text-xs text-muted">
          <bdi>{note}</bdi>
        </span>
      </span>
    </>
  )
}
