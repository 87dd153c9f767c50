import { type PointerEvent, useRef } from 'react'

const shortest = 48

type SwipeOptions = { onLeft: () => void; onRight: () => void }

/** Handlers for an element whose `touch-action` leaves sideways movement to us. */
export function useSwipe({ onLeft, onRight }: SwipeOptions) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined)
  return {
    onPointerDown: ({ pointerType, pointerId, clientX, clientY, isPrimary }: PointerEvent) => {
      start.current =
        pointerType === 'touch' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : undefined
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = undefined
      if (from?.id !== pointerId) return
      const across = clientX - from.x
      if (Math.abs(across) < shortest || Math.abs(across) < Math.abs(clientY - from.y)) return
      if (across < 0) onLeft()
      else onRight()
    },
    onPointerCancel: () => {
      start.current = undefined
    },
  }
}
