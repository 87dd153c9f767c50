import { Shuffle, SkipBack, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { cn } from '../../../../lib/cn.ts'
import { useRetry } from '../../../../lib/query/use-retry.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { samePage } from '../../../../navigation/use-navigation-focus.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { newSeed } from '../page/order.ts'
import { PlayQueueRows } from './play-queue-rows.tsx'
import { type PlayQueueNeighbours, usePlayQueue } from './use-play-queue.ts'

type PlayQueueProps = {
  /** A playlist's id, or `liked`. */
  list: string
  /** Set if the list is shuffled; determines the order. */
  seed: string | undefined
  videoId: string
  loading: ReactNode
  onChange: (neighbours: PlayQueueNeighbours | undefined) => void
}

/** The list being played, beside the player. */
export function PlayQueue({ list, seed, videoId, loading, onChange }: PlayQueueProps) {
  const playQueue = usePlayQueue({ list, seed, videoId }, onChange)
  const { content, isLoading, isError, refetch, videos, index, pathOf } = playQueue
  const { isRetrying, retry } = useRetry(refetch)
  if (!content && (isError || isRetrying))
    return (
      <ErrorState
        message="The list could not be loaded."
        onRetry={retry}
        isRetrying={isRetrying}
        className="mb-6 rounded-card border border-border py-8"
      />
    )
  if (!content && isLoading) return loading
  if (!content || index < 0) return null

  return (
    <section
      aria-labelledby="play-queue-heading"
      className="mb-6 overflow-hidden rounded-card border border-border bg-surface"
    >
      <header className="flex items-center gap-1 border-b border-border py-1 pr-1 pl-3">
        <div className="min-w-0 grow">
          <h2 id="play-queue-heading" dir="auto" className="truncate text-base">
            <Link to={content.path} className="rounded-sm hover:underline">
              {content.name}
            </Link>
          </h2>
          <p className="text-xs text-muted tabular-nums">
            {index + 1} of {videos.length}
          </p>
        </div>
        <PlayQueueButtons
          previousPath={playQueue.previous?.path}
          nextPath={playQueue.next?.path}
          isShuffled={seed !== undefined}
          shufflePath={() => paths.watch(videoId, list, seed ? undefined : newSeed(videoId))}
        />
      </header>
      <PlayQueueRows videos={videos} index={index} pathOf={pathOf} />
    </section>
  )
}

type PlayQueueButtonsProps = {
  previousPath: string | undefined
  nextPath: string | undefined
  isShuffled: boolean
  /** The address of this video in the original order if the play queue is shuffled, else in a new shuffled order. */
  shufflePath: () => string
}

function PlayQueueButtons({ previousPath, nextPath, isShuffled, shufflePath }: PlayQueueButtonsProps) {
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
