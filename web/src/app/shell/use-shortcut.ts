import { useEffect, useEffectEvent } from 'react'
import { areKeysTaken } from '../../lib/dom/occupied.ts'

/** A key that works on every page, except while typing or while a dialog or menu is open. */
export function useShortcut(key: string, perform: () => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (areKeysTaken() || document.fullscreenElement) return
    event.preventDefault()
    perform()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
