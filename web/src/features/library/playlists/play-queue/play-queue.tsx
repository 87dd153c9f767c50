import { Shuffle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { cn } from '../../../../lib/cn.ts'
import { useRetry } from '../../../../lib/query/use-retry.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { samePage } from '../../../../navigation/use-navigation-focus.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import type { Neighbours } from '../../up-next/neighbours.ts'
import { RepeatButtons, StepButtons } from '../../up-next/play-buttons.tsx'
import { newSeed } from '../page/order.ts'
import { PlayQueueRows } from './play-queue-rows.tsx'
import { usePlayQueue } from './use-play-queue.ts'

type PlayQueueProps = {
  /** A playlist's id, or `liked`. */
  list: string
  /** Set if the list is shuffled; determines the order. */
  seed: string | undefined
  videoId: string
  media: HTMLVideoElement | null
  loading: ReactNode
  onChange: (neighbours: Neighbours | undefined) => void
}

/** The list being played, beside the player. */
export function PlayQueue({ list, seed, videoId, media, loading, onChange }: PlayQueueProps) {
  const navigate = useNavigate()
  const playQueue = usePlayQueue({ list, seed, videoId }, onChange)
  const { content, isLoading, isError, refetch, videos, index, place, pathOf } = playQueue
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
  if (!content || place < 0) return null

  return (
    <section
      aria-labelledby="play-queue-heading"
      className="mb-6 overflow-hidden rounded-card border border-border bg-surface"
    >
      <header className="border-b border-border">
        <h2 id="play-queue-heading" dir="auto" className="truncate px-3 pt-2 text-base">
          <Link to={content.path} className="rounded-sm hover:underline">
            {content.name}
          </Link>
        </h2>
        <div className="flex items-center py-1 pr-1 pl-3">
          <p className="grow text-xs text-muted tabular-nums">
            {place + 1} of {videos.length}
          </p>
          <StepButtons
            place="in the list"
            previousPath={playQueue.previous?.path}
            nextPath={playQueue.next?.path}
            onOpen={(path) => void navigate(path)}
          />
          <ShuffleButton
            isShuffled={seed !== undefined}
            shufflePath={() => paths.watch(videoId, list, seed ? undefined : newSeed(videoId))}
          />
          <RepeatButtons
            label="Repeat the list"
            isRepeated={playQueue.isRepeated}
            onRepeat={playQueue.toggleRepeat}
            media={media}
          />
        </div>
      </header>
      <PlayQueueRows videos={videos} index={index} place={place} pathOf={pathOf} />
    </section>
  )
}

type ShuffleButtonProps = {
  isShuffled: boolean
  /** The address of this video in the original order if the play queue is shuffled, else in a new shuffled order. */
  shufflePath: () => string
}

function ShuffleButton({ isShuffled, shufflePath }: ShuffleButtonProps) {
  const navigate = useNavigate()
  return (
    <IconButton
      label="Shuffle"
      aria-pressed={isShuffled}
      onClick={() => void navigate(shufflePath(), { replace: true, ...samePage })}
      className={cn(isShuffled && 'text-accent')}
    >
      <Shuffle />
    </IconButton>
  )
}
