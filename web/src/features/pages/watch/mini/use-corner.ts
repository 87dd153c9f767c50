import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { keepInTab, readFromTab } from '../../../../lib/store/tab-storage.ts'

const rows = ['top', 'bottom'] as const
const columns = ['left', 'right'] as const
type Row = (typeof rows)[number]
type Column = (typeof columns)[number]

/** The corner of the page for the mini-player. */
export type Corner = { row: Row; column: Column }

const storageKey = 'mini-player'

function readCorner(): Corner {
  const stored = readFromTab(storageKey)?.split(' ')
  return {
    row: rows.find((row) => row === stored?.[0]) ?? 'bottom',
    column: columns.find((column) => column === stored?.[1]) ?? 'right',
  }
}

const steps: Record<string, Partial<Corner>> = {
  ArrowLeft: { column: 'left' },
  ArrowRight: { column: 'right' },
  ArrowUp: { row: 'top' },
  ArrowDown: { row: 'bottom' },
}

/** The corner for an arrow key. */
export const cornerByKey = (corner: Corner, key: string): Corner | undefined =>
  steps[key] && { ...corner, ...steps[key] }

/** Clockwise. */
export const nextCorner = ({ row, column }: Corner): Corner => ({
  row: column === 'right' ? 'bottom' : 'top',
  column: row === 'top' ? 'right' : 'left',
})

/** The corner, remembered in this tab. The element slides to a new one from where it is. */
export function useCorner(frame: RefObject<HTMLElement | null>) {
  const [corner, setCorner] = useState(readCorner)
  const moveTo = (next: Corner) => {
    const element = frame.current
    if (!element) return
    const before = element.getBoundingClientRect()
    flushSync(() => setCorner(next))
    element.style.translate = ''
    const { left, top } = element.getBoundingClientRect()
    slideFrom(element, before.left - left, before.top - top)
    keepInTab(storageKey, `${next.row} ${next.column}`)
  }
  useDrag(frame, ({ left, top, width, height }) =>
    moveTo({
      row: top + height / 2 < window.innerHeight / 2 ? 'top' : 'bottom',
      column: left + width / 2 < window.innerWidth / 2 ? 'left' : 'right',
    }),
  )
  return { corner, moveTo }
}

function slideFrom(element: Element, x: number, y: number) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ translate: `${x}px ${y}px` }, { translate: '0px 0px' }], {
    duration: 200,
    easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  })
}

/** Shorter moves are clicks. */
const minMovePx = 6

/** Moves the element with the pointer. With native events, as the player in it is elsewhere in React's tree. */
function useDrag(frame: RefObject<HTMLElement | null>, onDrop: (place: DOMRect) => void) {
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    let pressed: PointerEvent | undefined
    let isDragging = false

    const press = (event: PointerEvent) => {
      isDragging = false
      // The seek bar has its own drag.
      const isOnSeekBar = event.target instanceof Element && event.target.closest('[data-seek]')
      pressed = event.button === 0 && event.isPrimary && !isOnSeekBar ? event : undefined
    }
    const drag = (event: PointerEvent) => {
      if (!pressed || event.pointerId !== pressed.pointerId) return
      const [x, y] = [event.clientX - pressed.clientX, event.clientY - pressed.clientY]
      if (!isDragging && Math.hypot(x, y) < minMovePx) return
      isDragging = true
      element.setPointerCapture(event.pointerId)
      element.style.translate = `${x}px ${y}px`
    }
    const release = () => {
      if (pressed && isDragging) drop(element.getBoundingClientRect())
      pressed = undefined
      // After the click event. Touch drags have none.
      setTimeout(() => {
        isDragging = false
      })
    }
    // The end of a drag is not a click.
    const ignoreClick = (event: MouseEvent) => {
      if (!isDragging) return
      event.stopPropagation()
      event.preventDefault()
    }
    element.addEventListener('pointerdown', press, { signal })
    // A fast pointer may be outside at its first move event.
    window.addEventListener('pointermove', drag, { signal })
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, release, { signal })
    element.addEventListener('click', ignoreClick, { signal, capture: true })
    element.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
    return () => listening.abort()
  }, [frame])
}
