import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * For a panel that opens from a button: takes the focus, and closes on Escape, on a press outside and when the focus
 * leaves. Escape returns the focus to the button.
 */
export function useDismiss(trigger: RefObject<HTMLElement | null>, onClose: () => void, isSheet: boolean) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onClose())

  useEffect(() => {
    const element = panel.current
    const button = trigger.current
    if (!element || !button) return
    if (isSheet) element.showPopover()
    element.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true })

    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (element.contains(target) || button.contains(target))
    const handlePress = (event: PointerEvent) => {
      if (!isInside(event.target)) close()
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      button.focus()
      close()
    }
    const handleFocus = ({ relatedTarget }: FocusEvent) => {
      // There is no new focus after a press next to a control, or when the window loses the focus.
      if (relatedTarget && !isInside(relatedTarget)) close()
    }
    document.addEventListener('pointerdown', handlePress)
    document.addEventListener('keydown', handleKey)
    element.addEventListener('focusout', handleFocus)
    return () => {
      document.removeEventListener('pointerdown', handlePress)
      document.removeEventListener('keydown', handleKey)
      element.removeEventListener('focusout', handleFocus)
    }
  }, [trigger, isSheet])

  return panel
}
