import type { PlaylistVideo } from '@vireo/contract'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { moveItem } from './order.ts'

type Lifted = { id: string; title: string; to: number }

/**
 * Reordering without a mouse: Space or Enter on a row's handle picks the row up, the arrow keys, Home and End move
 * it, Space or Enter drops it and Escape puts it back. Each step is announced.
 */
export function useKeyboardReorder(
  videos: PlaylistVideo[],
  list: RefObject<HTMLElement | null>,
  onMove: (videoId: string, to: number) => void,
) {
  const [picked, setLifted] = useState<Lifted>()
  const [announcement, announce] = useState('')
  // The list may have been loaded anew since, with the row in another place, or without it.
  const from = videos.findIndex(({ _id }) => _id === picked?.id)
  const lifted = from < 0 ? undefined : picked
  const rows = useMemo(() => (lifted ? moveItem(videos, from, lifted.to) : videos), [videos, from, lifted])
  const place = (index: number) => `position ${index + 1} of ${videos.length}`

  const keepFocus = useKeptFocus(list)
  const follow = (next: Lifted | undefined) => {
    setLifted(next)
    keepFocus(next?.id ?? lifted?.id)
  }

  const drop = () => {
    if (!lifted) return
    setLifted(undefined)
    if (lifted.to !== from) onMove(lifted.id, lifted.to)
    announce(`${lifted.title} dropped at ${place(lifted.to)}.`)
  }
  const cancel = () => {
    if (!lifted) return
    follow(undefined)
    announce(`${lifted.title} is back at ${place(from)}.`)
  }
  const lift = (video: PlaylistVideo, index: number) => {
    follow({ id: video._id, title: video.title, to: index })
    announce(
      `${video.title} picked up at ${place(index)}. Arrow keys move it, Space drops it, Escape cancels.`,
    )
  }
  const moveTo = (wanted: number) => {
    if (!lifted) return
    const to = Math.max(0, Math.min(wanted, videos.length - 1))
    follow({ ...lifted, to })
    announce(`${lifted.title}, ${place(to)}.`)
  }
  const onKeyDown = (event: KeyboardEvent, video: PlaylistVideo, index: number) => {
    const isLifted = lifted?.id === video._id
    const actions: Record<string, () => void> = {
      ' ': isLifted ? drop : () => lift(video, index),
      Enter: isLifted ? drop : () => lift(video, index),
      ...(isLifted && {
        ArrowUp: () => moveTo(index - 1),
        ArrowDown: () => moveTo(index + 1),
        Home: () => moveTo(0),
        End: () => moveTo(videos.length - 1),
        Escape: cancel,
      }),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return { rows, announcement, announce, keyboard: { liftedId: lifted?.id, onKeyDown, drop } }
}

/** Moving a row takes the focus from its handle, also when it is put back: this gives it back. */
function useKeptFocus(list: RefObject<HTMLElement | null>) {
  // An object, so that each move counts.
  const [kept, setKept] = useState<{ id: string | undefined }>()
  useLayoutEffect(() => {
    if (!kept?.id) return
    const handle = list.current?.querySelector<HTMLElement>(`[data-handle="${kept.id}"]`)
    handle?.focus({ preventScroll: true })
    handle?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [kept, list])
  return (id: string | undefined) => setKept({ id })
}

export type KeyboardReorder = ReturnType<typeof useKeyboardReorder>['keyboard']
