import { Play, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { DropLine } from '../reorder/drop-line.tsx'
import { placeBeside } from '../reorder/move-item.ts'
import { ReorderHandle } from '../reorder/reorder-handle.tsx'
import { type KeyboardReorder, useKeyboardReorder } from '../reorder/use-keyboard-reorder.ts'
import { type RowDrag, useRowDrag } from '../reorder/use-row-drag.ts'
import { RowContent } from '../up-next/row-content.tsx'
import type { QueueRow } from './use-queue-player.ts'

type OwnQueueRowsProps = {
  rows: QueueRow[]
  videoId: string
  pathOf: (videoId: string) => string
  onOpen: (path: string) => void
  onMove: (videoId: string, to: number) => void
  onRemove: (video: QueueRow, row: HTMLElement) => void
}

export function OwnQueueRows({ videoId, pathOf, onOpen, onMove, onRemove, ...props }: OwnQueueRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const { rows, keyboard, announcement, announce } = useKeyboardReorder(props.rows, list, onMove)
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${videoId}"]`)
    if (list.current && row) list.current.scrollTop = row.offsetTop - row.offsetHeight
  }, [videoId])
  const moveBeside: RowDrag['onMoveBeside'] = (id, besideId, edge) => {
    const to = placeBeside(rows, id, besideId, edge)
    onMove(id, to)
    const video = rows.find(({ _id }) => _id === id)
    announce(`${video?.title} moved to position ${to + 1} of ${rows.length}.`)
  }
  return (
    <>
      <ol ref={list} className="relative max-h-84 overflow-y-auto overscroll-contain py-1 lg:max-h-108">
        {rows.map((video, index) => (
          <li key={video._id} data-id={video._id} className="scroll-my-2">
            <OwnQueueRow
              video={video}
              index={index}
              isCurrent={video._id === videoId}
              path={pathOf(video._id)}
              keyboard={keyboard}
              onOpen={onOpen}
              onMoveBeside={moveBeside}
              onRemove={onRemove}
            />
          </li>
        ))}
      </ol>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

type OwnQueueRowProps = Pick<OwnQueueRowsProps, 'onOpen' | 'onRemove'> & {
  video: QueueRow
  index: number
  isCurrent: boolean
  path: string
  keyboard: KeyboardReorder
  onMoveBeside: RowDrag['onMoveBeside']
}

function OwnQueueRow({ video, index, isCurrent, path, keyboard, ...actions }: OwnQueueRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isDragged, edge } = useRowDrag(row, handle, {
    videoId: video._id,
    listId: 'own-queue',
    isEnabled: true,
    onHold: ignore,
    onMoveBeside: actions.onMoveBeside,
  })
  const isLifted = keyboard.liftedId === video._id
  return (
    <div
      ref={row}
      className={cn(
        'relative mx-1 flex min-h-18 items-center rounded-card transition-colors hover:bg-surface-2',
        (isCurrent || isLifted) && 'bg-surface-2',
        isDragged && 'opacity-40',
        isLifted && 'z-10 outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <ReorderHandle ref={handle} video={video} index={index} keyboard={keyboard} />
      <RowLink video={video} isCurrent={isCurrent} path={path} onOpen={actions.onOpen} />
      <IconButton
        label={`Remove ${video.title} from the queue`}
        tooltip="Remove from the queue"
        onClick={({ currentTarget }) => actions.onRemove(video, currentTarget)}
        className="text-muted"
      >
        <X />
      </IconButton>
      {edge && <DropLine edge={edge} />}
    </div>
  )
}

const ignore = () => {}

type RowLinkProps = Pick<OwnQueueRowProps, 'video' | 'isCurrent' | 'path' | 'onOpen'>

function RowLink({ video, isCurrent, path, onOpen }: RowLinkProps) {
  const { title, thumbnail, duration, fullname, isPlayable } = video
  const content = (
    <>
      <RowContent
        title={title}
        thumbnail={thumbnail}
        duration={isPlayable ? duration : undefined}
        note={fullname}
        pictureClass="w-24 max-[22.5rem]:w-20"
      />
      {isCurrent && <Play aria-hidden="true" className="size-3.5 shrink-0 fill-current text-accent" />}
    </>
  )
  const className = 'flex min-w-0 grow items-center gap-2 rounded-control py-1'
  if (!isPlayable) return <div className={cn(className, 'text-muted')}>{content}</div>
  const open = (event: MouseEvent) => {
    const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (hasModifier) return
    event.preventDefault()
    onOpen(path)
  }
  return (
    <Link to={path} aria-current={isCurrent ? 'true' : undefined} onClick={open} className={className}>
      {content}
    </Link>
  )
}
