import { useVirtualizer } from '@tanstack/react-virtual'
import { Lock, Play, Shuffle, SkipBack, SkipForward } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { samePage } from '../../app/same-page.ts'
import { cn } from '../../lib/cn.ts'
import { formatDuration } from '../../lib/format.ts'
import { useRetry } from '../../lib/use-retry.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TimeBadge } from '../videos/time-badge.tsx'
import { VideoThumbnail } from '../videos/video-thumbnail.tsx'
import { newSeed } from './order.ts'
import { type QueuedVideo, useQueue } from './use-queue.ts'

/** What is played after this, and its address. */
export type UpNext = { title: string; thumbnail: string | null; path: string }

type QueueProps = {
  /** A playlist's id, or `liked`. */
  list: string
  /** The list is played in the shuffled order of this seed. */
  seed: string | undefined
  videoId: string
  loading: ReactNode
  /** What plays next; undefined when the video is not part of a list that the person may see. */
  onChange: (queued: { next: UpNext | undefined } | undefined) => void
}

/** The list that is being played, beside the player. */
export function Queue({ list, seed, videoId, loading, onChange }: QueueProps) {
  const { queue, isLoading, isError, refetch } = useQueue(list, seed, videoId)
  const { isRetrying, retry } = useRetry(refetch)
  const videos = useWithPlaying(queue?.videos ?? [], videoId)
  const index = videos.findIndex(({ _id }) => _id === videoId)
  const isPart = index >= 0
  const pathOf = (video: QueuedVideo) => paths.watch(video._id, list, seed)
  const previous = videos.slice(0, Math.max(0, index)).findLast(({ isAvailable }) => isAvailable)
  const next = isPart ? videos.slice(index + 1).find(({ isAvailable }) => isAvailable) : undefined
  useReport(isPart, next && { title: next.title, thumbnail: next.thumbnail, path: pathOf(next) }, onChange)
  if (!queue && (isError || isRetrying))
    return (
      <ErrorState
        message="The list could not be loaded."
        onRetry={retry}
        isRetrying={isRetrying}
        className="mb-6 rounded-card border border-border py-8!"
      />
    )
  if (!queue && isLoading) return loading
  if (!queue || !isPart) return null

  return (
    <section
      aria-labelledby="queue-heading"
      className="mb-6 overflow-hidden rounded-card border border-border bg-surface"
    >
      <header className="flex items-center gap-1 border-b border-border py-1 pr-1 pl-3">
        <div className="min-w-0 grow">
          <h2 id="queue-heading" dir="auto" className="truncate text-base">
            <Link to={queue.path} className="rounded-sm hover:underline">
              {queue.name}
            </Link>
          </h2>
          <p className="text-xs text-muted tabular-nums">
            {index + 1} of {videos.length}
          </p>
        </div>
        <QueueButtons
          previousPath={previous && pathOf(previous)}
          nextPath={next && pathOf(next)}
          isShuffled={seed !== undefined}
          shufflePath={() => paths.watch(videoId, list, seed ? undefined : newSeed(videoId))}
        />
      </header>
      <QueueRows videos={videos} index={index} pathOf={pathOf} />
    </section>
  )
}

/** A video that is taken out of the list while it plays keeps its place in the queue until another plays. */
function useWithPlaying(videos: QueuedVideo[], videoId: string): QueuedVideo[] {
  const [last, setLast] = useState<{ video: QueuedVideo; index: number }>()
  const index = videos.findIndex(({ _id }) => _id === videoId)
  const playing = videos[index]
  if (playing && (last?.video !== playing || last.index !== index)) setLast({ video: playing, index })
  if (playing || last?.video._id !== videoId) return videos
  return [...videos.slice(0, last.index), last.video, ...videos.slice(last.index)]
}

type QueueButtonsProps = {
  previousPath: string | undefined
  nextPath: string | undefined
  isShuffled: boolean
  /** This video in the list's own order if it is shuffled, else in a new one. */
  shufflePath: () => string
}

function QueueButtons({ previousPath, nextPath, isShuffled, shufflePath }: QueueButtonsProps) {
  const navigate = useNavigate()
  return (
    <>
      <IconButton
        label="Previous in the list"
        disabled={!previousPath}
        onClick={() => previousPath && void navigate(previousPath)}
      >
        <SkipBack />
      </IconButton>
      <IconButton
        label="Next in the list"
        disabled={!nextPath}
        onClick={() => nextPath && void navigate(nextPath)}
      >
        <SkipForward />
      </IconButton>
      <IconButton
        label="Shuffle"
        aria-pressed={isShuffled}
        onClick={() => void navigate(shufflePath(), { replace: true, state: samePage })}
        className={cn(isShuffled && 'text-accent!')}
      >
        <Shuffle />
      </IconButton>
    </>
  )
}

/** Tells the page what plays next, and that nothing does when the queue goes. */
function useReport(isPart: boolean, next: UpNext | undefined, onChange: QueueProps['onChange']) {
  const report = useEffectEvent(() => onChange(isPart ? { next } : undefined))
  const clear = useEffectEvent(() => onChange(undefined))
  const key = isPart && JSON.stringify(next ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is reported
  useEffect(() => report(), [key])
  useEffect(() => () => clear(), [])
}

const rowHeight = 72

type QueueRowsProps = { videos: QueuedVideo[]; index: number; pathOf: (video: QueuedVideo) => string }

function QueueRows({ videos, index, pathOf }: QueueRowsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: videos.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 5,
  })
  useEffect(() => virtualizer.scrollToIndex(index, { align: 'center' }), [virtualizer, index])
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
              <QueueRow
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

type QueueRowProps = { video: QueuedVideo; number: number; isCurrent: boolean; path: string }

function QueueRow({ video, number, isCurrent, path }: QueueRowProps) {
  const { title, thumbnail, duration, isAvailable, owner } = video
  const content = (
    <>
      <span className="grid w-6 shrink-0 place-items-center text-xs text-muted tabular-nums">
        {isCurrent ? <Play aria-hidden="true" className="size-3.5 fill-current text-accent" /> : number}
      </span>
      <VideoThumbnail video={{ thumbnail, placeholder: null }} sizes="96px" className="w-24 shrink-0">
        {isAvailable && <TimeBadge text={formatDuration(duration)} />}
      </VideoThumbnail>
      <span className="grid min-w-0 grow">
        <span dir="auto" className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere">
          {title}
        </span>
        <span className="truncate text-xs text-muted">
          <bdi>{owner?.fullname}</bdi>
        </span>
      </span>
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
