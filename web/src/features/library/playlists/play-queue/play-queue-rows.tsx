import { useVirtualizer } from '@tanstack/react-virtual'
import { Lock, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../../../../lib/cn.ts'
import { RowContent } from '../../up-next/row-content.tsx'
import type { PlayQueueVideo } from './use-play-queue.ts'

const rowHeight = 72

type PlayQueueRowsProps = {
  videos: PlayQueueVideo[]
  /** Of the video that plays; -1 while it is none of these. */
  index: number
  /** Of the row to show. */
  place: number
  pathOf: (video: PlayQueueVideo) => string
}

/** Renders only the rows near the visible part. */
export function PlayQueueRows({ videos, index, place, pathOf }: PlayQueueRowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: videos.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 5,
  })
  useEffect(() => virtualizer.scrollToIndex(place, { align: 'center' }), [virtualizer, place])
  return (
    <div ref={frame} className="max-h-84 overflow-y-auto overscroll-contain py-1 lg:max-h-108">
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const video = videos[item.index]
          if (!video) return null
          return (
            <li
              key={video._id}
              aria-posinset={item.index + 1}
              aria-setsize={videos.length}
              className="absolute inset-x-0 top-0"
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
            >
              <PlayQueueRow
                video={video}
                number={item.index + 1}
                isCurrent={item.index === index}
                path={pathOf(video)}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

type PlayQueueRowProps = { video: PlayQueueVideo; number: number; isCurrent: boolean; path: string }

function PlayQueueRow({ video, number, isCurrent, path }: PlayQueueRowProps) {
  const { title, thumbnail, duration, isAvailable, owner } = video
  const content = (
    <>
      <span className="grid w-6 shrink-0 place-items-center text-xs text-muted tabular-nums">
        {isCurrent ? <Play aria-hidden="true" className="size-3.5 fill-current text-accent" /> : number}
      </span>
      <RowContent
        title={title}
        thumbnail={thumbnail}
        duration={isAvailable ? duration : undefined}
        note={owner?.fullname}
      />
      {!isAvailable && <Lock aria-hidden="true" className="size-4 shrink-0 stroke-[1.75] text-muted" />}
    </>
  )
  const className = 'mx-1 flex h-full items-center gap-2 rounded-card px-2'
  if (!isAvailable) return <div className={cn(className, 'text-muted')}>{content}</div>
  return (
    <Link
      to={path}
      aria-current={isCurrent ? 'true' : undefined}
      className={cn(
        className,
        'transition-colors focus-visible:-outline-offset-2 hover:bg-surface-2',
        isCurrent && 'bg-surface-2',
      )}
    >
      {content}
    </Link>
  )
}
