import { ChevronDown, Shuffle, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { toastUndo } from '../../../ui/feedback/toasts/undo-toast.ts'
import { RepeatButtons, StepButtons } from '../up-next/play-buttons.tsx'
import { OwnQueueRows } from './own-queue-rows.tsx'
import { emptyQueue, moveInQueue, removeFromQueue, shuffleQueue } from './queue.ts'
import { type QueuePlayer, type QueueRow, useQueuePlayer } from './use-queue-player.ts'

type OwnQueuePanelProps = {
  player: QueuePlayer
  media: HTMLVideoElement | null
  /** Opened and closed by its heading, where it is above other things. */
  isCollapsible: boolean
  className?: string
}

/** The queue beside the player. Follows the player even while it is closed. */
export function OwnQueuePanel({ player, media, isCollapsible, className }: OwnQueuePanelProps) {
  const navigate = useNavigate()
  const id = useId()
  const following = useQueuePlayer(player)
  const { rows, index, next } = following
  const [isExpanded, setIsExpanded] = useState(false)
  const isOpen = isExpanded || !isCollapsible
  if (rows.length === 0) return null
  const place = index < 0 ? `${rows.length}` : `${index + 1} of ${rows.length}`
  return (
    <section
      aria-labelledby={`${id}-heading`}
      className={cn('overflow-hidden rounded-card border border-border bg-surface', className)}
    >
      {isCollapsible ? (
        <h2 id={`${id}-heading`} className="text-base">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-content` : undefined}
            onClick={() => setIsExpanded(!isOpen)}
            className="flex min-h-12 w-full items-center gap-2 rounded-card px-3 text-start focus-visible:-outline-offset-2"
          >
            <span className="shrink-0 tabular-nums">Queue · {place}</span>
            <span className="min-w-0 grow truncate text-xs font-normal text-muted">
              {next && !isOpen && (
                <>
                  Next: <bdi>{next.title}</bdi>
                </>
              )}
            </span>
            <ChevronDown
              aria-hidden="true"
              className={cn('size-5 shrink-0 stroke-[1.75] transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </h2>
      ) : (
        <h2 id={`${id}-heading`} className="px-3 pt-2 text-base tabular-nums">
          Queue · {place}
        </h2>
      )}
      {isOpen && (
        <div id={`${id}-content`}>
          <OwnQueueContent
            {...following}
            videoId={player.videoId}
            pathOf={player.pathOf}
            media={media}
            onOpen={(path) => void navigate(path)}
            onEmptied={focusPage}
          />
        </div>
      )}
    </section>
  )
}

const focusPage = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

type OwnQueueContentProps = Omit<ReturnType<typeof useQueuePlayer>, 'index'> & {
  videoId: string
  pathOf: (videoId: string) => string
  media: HTMLVideoElement | null
  onOpen: (path: string) => void
  /** The focus has to go elsewhere. */
  onEmptied: () => void
}

/** The buttons and the rows of the queue. */
export function OwnQueueContent({ rows, change, queue, videoId, ...props }: OwnQueueContentProps) {
  const { isRetrying, retry } = useRetry(props.refetch)
  const clear = () => {
    const undo = change((known) => ({ ...emptyQueue, isRepeated: known.isRepeated }))
    if (undo) toastUndo('Queue cleared', undo)
    props.onEmptied()
  }
  const remove = (video: QueueRow, button: HTMLElement) => {
    if (rows.length > 1) focusNeighbour(button)
    const undo = change((known) => removeFromQueue(known, video._id))
    if (undo) toastUndo(`Removed from the queue: ${video.title}`, undo)
    if (rows.length === 1) props.onEmptied()
  }
  const toggleRepeat = () => change((known) => ({ ...known, isRepeated: !known.isRepeated }))
  return (
    <>
      <div className="flex items-center border-b border-border p-1">
        <StepButtons
          place="in the queue"
          previousPath={props.previous?.path}
          nextPath={props.next?.path}
          onOpen={props.onOpen}
        />
        <IconButton
          label="Shuffle what comes next"
          onClick={() => change((known) => shuffleQueue(known, videoId))}
        >
          <Shuffle />
        </IconButton>
        <RepeatButtons
          label="Repeat the queue"
          isRepeated={queue.isRepeated}
          onRepeat={toggleRepeat}
          media={props.media}
        />
        <IconButton label="Clear the queue" onClick={clear} className="ml-auto">
          <Trash2 />
        </IconButton>
      </div>
      {!props.data && (props.isError || isRetrying) ? (
        <ErrorState
          message="The queue could not be loaded."
          onRetry={retry}
          isRetrying={isRetrying}
          className="py-8"
        />
      ) : (
        <OwnQueueRows
          rows={rows}
          videoId={videoId}
          pathOf={props.pathOf}
          onOpen={props.onOpen}
          onMove={(id, to) => change((known) => moveInQueue(known, id, to))}
          onRemove={remove}
        />
      )}
    </>
  )
}
