import type { VideoSummary } from '@vireo/contract'
import { Link } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { paths } from '../../../navigation/links/paths.ts'

type VideoTitleProps = {
  video: Pick<VideoSummary, '_id' | 'title'>
  heading?: 'h2' | 'h3'
  className?: string
}

/** Two lines at most. Its link covers the card with other controls above it, so that no link is inside another. */
export function VideoTitle({ video, heading: Heading = 'h3', className = 'text-base' }: VideoTitleProps) {
  return (
    <Heading
      dir="auto"
      className={cn('line-clamp-2 leading-[1.375] tracking-normal text-wrap wrap-anywhere', className)}
    >
      <Link
        to={paths.watch(video._id)}
        className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
      >
        {video.title}
      </Link>
    </Heading>
  )
}
