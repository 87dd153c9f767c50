import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

const thresholdPx = 5
const awayShare = 0.8

/** Moves an element sideways with the pointer, and calls `onAway` if it is released far enough away. */
export function useDragAway(onAway: () => void) {
  const grabbedAt = useRef<number | null>(null)
  const wasDragged = useRef(false)
  /** The distance as a share of its width. */
  const [share, setShare] = useState(0)

  const release = () => {
    grabbedAt.current = null
    setShare(0)
  }
  const dragHandlers = {
    onPointerDown: ({ button, clientX }: PointerEvent) => {
      if (button !== 0) return
      grabbedAt.current = clientX
      wasDragged.current = false
    },
    onPointerMove: ({ clientX, buttons, pointerId, currentTarget }: PointerEvent<HTMLElement>) => {
      if (grabbedAt.current === null) return
      // Released outside.
      if (buttons === 0) return release()
      const distance = clientX - grabbedAt.current
      if (!wasDragged.current && Math.abs(distance) < thresholdPx) return
      wasDragged.current = true
      currentTarget.setPointerCapture(pointerId)
      setShare(distance / currentTarget.offsetWidth)
    },
    onPointerUp: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      // Computed anew: the last move arrives just before the release, and has not been rendered.
      const distance = clientX - (grabbedAt.current ?? clientX)
      grabbedAt.current = null
      if (wasDragged.current && Math.abs(distance) >= awayShare * currentTarget.offsetWidth) onAway()
      else setShare(0)
    },
    onPointerCancel: release,
    // The element follows the pointer, so a drag begun on a button ends with a click on it.
    onClickCapture: (event: MouseEvent) => {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
    },
  }
  const dragStyle =
    share === 0
      ? {}
      : { translate: `${share * 100}%`, opacity: 1 - Math.abs(share) / awayShare, transition: 'none' }
  return { dragStyle, dragHandlers }
}
