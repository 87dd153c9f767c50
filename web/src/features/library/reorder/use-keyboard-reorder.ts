import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { moveItem } from './move-item.ts'

export type ReorderedVideo = { _id: string; title: string }

type Lifted = { id: string; title: string; to: number }

/**
 * Reordering without a mouse: Space or Enter on a row's handle picks the row up, the arrow keys, Home and End move
 * it, Space or Enter drops it and Escape puts it back. Each step is announced.
 */
export function useKeyboardReorder<Video extends ReorderedVideo>(
  videos: Video[],
  list: RefObject<HTMLElement | null>,
  onMove: (videoId: string, to: number) => void,
) {
  const [picked, setLifted] = useState<Lifted>()
  const [announcement, announce] = useState('')
  // A refetch may have moved or removed the row since it was picked up.
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
  const lift = (video: ReorderedVideo, index: number) => {
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
  const onKeyDown = (event: KeyboardEvent, video: ReorderedVideo, index: number) => {
    const onLifted: Keys = {
      ' ': drop,
      Enter: drop,
      ArrowUp: () => moveTo(index - 1),
      ArrowDown: () => moveTo(index + 1),
      Home: () => moveTo(0),
      End: () => moveTo(videos.length - 1),
      Escape: cancel,
    }
    const onResting: Keys = { ' ': () => lift(video, index), Enter: () => lift(video, index) }
    pressKey(event, lifted?.id === video._id ? onLifted : onResting)
  }
  return { rows, announcement, announce, keyboard: { liftedId: lifted?.id, onKeyDown, drop } }
}

type Keys = Record<string, () => void>

function pressKey(event: KeyboardEvent, keys: Keys) {
  const action = keys[event.key]
  if (!action) return
  event.preventDefault()
  action()
}

/** Moving a row, or putting it back, takes the focus from its handle: this returns it. */
function useKeptFocus(list: RefObject<HTMLElement | null>) {
  // An object, so that the effect runs for every move, even of the same row.
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
