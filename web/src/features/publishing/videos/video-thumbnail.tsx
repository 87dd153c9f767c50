import { thumbnailAt, thumbnailSrcSet, type VideoSummary } from '@vireo/contract'
import { Clapperboard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from '../../../lib/cn.ts'

type VideoThumbnailProps = {
  video: Pick<VideoSummary, 'thumbnail' | 'placeholder' | 'watchedSeconds'> & { duration?: number }
  /** The value of the `sizes` attribute. */
  sizes: string
  /** For pictures visible on the first screen. */
  isEager?: boolean
  /** Shown over the picture: the duration, badges, a preview. */
  children?: ReactNode
  className?: string
}

/** Always 16:9, so that nothing moves when it loads. Decoration: the title is beside it. */
export function VideoThumbnail({ video, sizes, isEager = false, children, className }: VideoThumbnailProps) {
  const { thumbnail, placeholder } = video
  const [shown, setShown] = useState<{ url: string; isFailed: boolean }>()
  const isSettled = shown?.url === thumbnail
  const isMissing = !thumbnail || (isSettled && shown?.isFailed)
  return (
    <div className={cn('relative aspect-video overflow-hidden base:rounded-card bg-surface-2', className)}>
      {placeholder && !(isSettled && !shown?.isFailed) && (
        <img src={placeholder} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      {isMissing && !placeholder && (
        <Clapperboard
          aria-hidden="true"
          className="absolute inset-0 m-auto size-10 stroke-[1.25] text-muted"
        />
      )}
      {thumbnail && !isMissing && (
        <picture>
          <source type="image/avif" srcSet={thumbnailSrcSet(thumbnail, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={thumbnailSrcSet(thumbnail, 'webp')} sizes={sizes} />
          <img
            src={thumbnailAt(thumbnail, 640, 'jpeg')}
            srcSet={thumbnailSrcSet(thumbnail, 'jpeg')}
            sizes={sizes}
            alt=""
            width={640}
            height={360}
            loading={isEager ? 'eager' : 'lazy'}
            fetchPriority={isEager ? 'high' : 'auto'}
            decoding="async"
            onLoad={() => setShown({ url: thumbnail, isFailed: false })}
            onError={() => setShown({ url: thumbnail, isFailed: true })}
            className="absolute inset-0 size-full object-cover"
          />
        </picture>
      )}
      {children}
      <WatchedBar seconds={video.watchedSeconds} duration={video.duration} />
    </div>
  )
}

/** A bar for the watched part of the video, along the bottom of its picture. */
function WatchedBar({
  seconds = 0,
  duration = 0,
}: {
  seconds?: number | undefined
  duration?: number | undefined
}) {
  const percent = duration > 0 ? Math.min(100, Math.round((seconds / duration) * 100)) : 0
  if (percent === 0) return null
  return (
    // In dark colours like the player's, because the picture is the same in both themes.
    <div className="dark absolute inset-x-0 bottom-0 h-1 bg-black/60">
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
      <span className="sr-only">{percent}% watched</span>
    </div>
  )
}

/** The duration in the corner of a video's picture. */
export function TimeBadge({ text }: { text: string }) {
  return (
    <span className="absolute right-1.5 bottom-1.5 rounded-md bg-black/80 px-1.5 text-xs leading-5 font-medium text-white tabular-nums">
      {text}
    </span>
  )
}
