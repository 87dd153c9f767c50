import { Shuffle, SkipBack, SkipForward } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { useRetry } from '../../lib/query/use-retry.ts'
import { paths } from '../../navigation/paths.ts'
import { samePage } from '../../navigation/use-navigation-focus.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { newSeed } from './order.ts'
import { QueueRows } from './queue-rows.tsx'
import { type QueuedVideo, useQueue } from './use-queue.ts'

/** The next video of the queue, and its address. */
export type UpNext = { title: string; thumbnail: string | null; path: string }

type QueueProps = {
  /** A playlist's id, or `liked`. */
  list: string
  /** Set if the list is shuffled: the order follows from it. */
  seed: string | undefined
  videoId: string
  loading: ReactNode
  /** Reports what plays next; undefined if the video is not in a list that the viewer may see. */
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
  useNotifyNext(
    isPart,
    next && { title: next.title, thumbnail: next.thumbnail, path: pathOf(next) },
    onChange,
  )
  if (!queue && (isError || isRetrying))
    return (
      <ErrorState
        message="The list could not be loaded."
        onRetry={retry}
        isRetrying={isRetrying}
        className="mb-6 rounded-card border border-border py-8"
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

/** A video that is removed from the list while it plays keeps its place until another one plays. */
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
  /** The address of this video in the original order if the queue is shuffled, otherwise in a new shuffled order. */
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
        onClick={() => void navigate(shufflePath(), { replace: true, ...samePage })}
        className={cn(isShuffled && 'text-accent')}
      >
        <Shuffle />
      </IconButton>
    </>
  )
}

/** Tells the page what plays next, and that nothing does once the queue is unmounted. */
function useNotifyNext(isPart: boolean, next: UpNext | undefined, onChange: QueueProps['onChange']) {
  const report = useEffectEvent(() => onChange(isPart ? { next } : undefined))
  const clear = useEffectEvent(() => onChange(undefined))
  const key = isPart && JSON.stringify(next ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is reported
  useEffect(() => report(), [key])
  useEffect(() => () => clear(), [])
}
