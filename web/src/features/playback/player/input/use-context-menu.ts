import { type RefObject, useEffect, useEffectEvent } from 'react'

const holdMs = 500
const maxMovePx = 10

/**
 * Calls `onOpen` with the place of a right click, of the keyboard's menu key or of a long press, which not every touch
 * browser reports. With Shift the browser's own menu opens.
 */
export function useContextMenu(
  root: RefObject<HTMLElement | null>,
  onOpen: (place: { x: number; y: number }) => void,
) {
  const open = useEffectEvent(({ clientX, clientY }: MouseEvent) => {
    const { left, top } = root.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    onOpen({ x: clientX - left, y: clientY - top })
  })

  useEffect(() => {
    const element = root.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    let pressed: PointerEvent | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasHeld = false

    const release = () => clearTimeout(timer)
    const press = (event: PointerEvent) => {
      wasHeld = false
      release()
      const isPicture = event.target instanceof Element && !event.target.closest('[data-controls], button')
      if (event.pointerType !== 'touch' || !isPicture) return
      pressed = event
      timer = setTimeout(() => {
        wasHeld = true
        open(event)
      }, holdMs)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!pressed) return
      if (Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) > maxMovePx) release()
    }
    const openByEvent = (event: MouseEvent) => {
      if (event.shiftKey && event.button === 2) return
      event.preventDefault()
      release()
      open(event)
    }
    // The end of a long press is not a tap.
    const ignoreClick = (event: MouseEvent) => {
      if (wasHeld) event.stopPropagation()
      wasHeld = false
    }
    element.addEventListener('pointerdown', press, { signal })
    element.addEventListener('pointermove', move, { signal })
    for (const type of ['pointerup', 'pointercancel']) element.addEventListener(type, release, { signal })
    element.addEventListener('contextmenu', openByEvent, { signal })
    element.addEventListener('click', ignoreClick, { signal, capture: true })
    return () => {
      listening.abort()
      release()
    }
  }, [root])
}
