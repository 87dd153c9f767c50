import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { PlaylistVideo } from '@vireo/contract'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../../../people/accounts/api.ts'
import { type Edge, placeBeside } from '../../reorder/move-item.ts'
import { useKeyboardReorder } from '../../reorder/use-keyboard-reorder.ts'
import type { LoadedPlaylist } from '../api.ts'
import { PlaylistRow } from './playlist-row.tsx'
import { useRowChanges } from './use-row-changes.ts'

/** All rows have the same height, so that thousands of them need not be measured. */
const rowHeight = 88

type PlaylistRowsProps = { playlist: LoadedPlaylist; isOwn: boolean }

export function PlaylistRows({ playlist, isOwn }: PlaylistRowsProps) {
  const { user } = useCurrentUser()
  const list = useRef<HTMLOListElement>(null)
  const { rows, keyboard, announcement, move, moveBeside, remove } = useEditableRows(playlist, list)
  const { virtualizer, setHeldId, offset } = useWindowed(list, rows)
  return (
    <section aria-label="Videos of the playlist" className="min-w-0">
      <ol ref={list} className="relative -mx-2" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const video = rows[index]
          if (!video) return null
          return (
            <li
              key={video._id}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              data-index={index}
              data-id={video._id}
              className="absolute inset-x-0 top-0 scroll-mt-16 scroll-mb-4"
              style={{ height: rowHeight, transform: `translateY(${start - offset}px)` }}
            >
              <PlaylistRow
                video={video}
                index={index}
                count={rows.length}
                playlistId={playlist._id}
                hasMenu={user !== null}
                canEdit={isOwn && playlist.isComplete}
                keyboard={keyboard}
                onHold={setHeldId}
                onMove={(to) => move(video, to)}
                onMoveBeside={moveBeside}
                onRemove={() => remove(video, index)}
              />
            </li>
          )
        })}
      </ol>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}

/** The rows in their current order, and the ways to change it: menu, drag and keyboard. */
function useEditableRows(playlist: LoadedPlaylist, list: RefObject<HTMLOListElement | null>) {
  const changes = useRowChanges(playlist._id)
  const { rows, keyboard, announcement, announce } = useKeyboardReorder(playlist.videos, list, changes.move)
  const move = (video: PlaylistVideo, to: number) => {
    changes.move(video._id, to)
    announce(`${video.title} moved to position ${to + 1} of ${rows.length}.`)
  }
  const moveBeside = (id: string, besideId: string, edge: Edge) => {
    const video = rows.find(({ _id }) => _id === id)
    if (video) move(video, placeBeside(rows, id, besideId, edge))
  }
  const remove = (video: PlaylistVideo, index: number) => {
    changes.remove(video, index)
    focusRow(list.current, Math.min(index, rows.length - 2))
  }
  return { rows, keyboard, announcement, move, moveBeside, remove }
}

/** Only the rows near the screen are rendered. */
function useWindowed(list: RefObject<HTMLOListElement | null>, rows: PlaylistVideo[]) {
  // A row that is being dragged or has the focus stays rendered, wherever the page is scrolled to.
  const [heldId, setHeldId] = useState<string>()
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  useEffect(() => {
    const element = list.current
    const hold = ({ target }: FocusEvent) =>
      setHeldId(target instanceof Element ? target.closest('li')?.dataset.id : undefined)
    element?.addEventListener('focusin', hold)
    return () => element?.removeEventListener('focusin', hold)
  }, [list])
  const held = heldId === undefined ? -1 : rows.findIndex(({ _id }) => _id === heldId)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: offset,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range)
        return held < 0 || shown.includes(held) ? shown : [...shown, held].sort((a, b) => a - b)
      },
      [held],
    ),
  })
  return { virtualizer, setHeldId, offset }
}

/** Moves the focus to the row that replaced the removed one, so that keyboard users continue there. */
function focusRow(list: HTMLElement | null, index: number) {
  requestAnimationFrame(() => {
    const row = list?.querySelector(`[data-index="${index}"]`)
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  })
}
