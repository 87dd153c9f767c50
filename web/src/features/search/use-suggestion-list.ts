import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useSuggestions } from './suggest-api.ts'

/** The box itself is one stop of the way through the list. */
const theBox = -1

/** Listens to the box by itself: this code comes after it, and it works without. */
export function useSuggestionList(
  input: RefObject<HTMLInputElement | null>,
  onChoose: (path: string) => void,
) {
  const [typed, setTyped] = useState(input.current?.value ?? '')
  const [isWanted, setIsWanted] = useState(true)
  const [active, setActive] = useState(theBox)
  const options = useSuggestions(typed)
  const isOpen = isWanted && options.length > 0
  // The list may have become shorter under the current entry.
  const current = isOpen && active < options.length ? active : theBox

  const type = useEffectEvent(() => {
    setTyped(input.current?.value ?? '')
    setIsWanted(true)
    setActive(theBox)
  })
  const close = useEffectEvent(() => {
    setIsWanted(false)
    setActive(theBox)
  })
  const clear = useEffectEvent(() => {
    setTyped('')
    close()
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const chosen = options[current]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsWanted(true)
      setActive(step(current, event.key === 'ArrowDown' ? 1 : -1, options.length))
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onChoose(chosen.path)
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list goes; what was typed stays, and so does the box on a narrow screen.
      event.preventDefault()
      close()
    }
  })

  useEffect(() => {
    const box = input.current
    if (!box) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    box.addEventListener('input', () => type(), options)
    box.addEventListener('keydown', (event) => press(event), options)
    box.addEventListener('blur', () => close(), options)
    box.form?.addEventListener('reset', () => clear(), options)
    box.form?.addEventListener('submit', () => close(), options)
    // What was typed between our first look and now.
    type()
    return () => stop.abort()
  }, [input])

  return { options, active: current, isOpen }
}

/** Round and round, by way of the box. */
function step(from: number, by: number, length: number) {
  return ((from + 1 + by + length + 1) % (length + 1)) - 1
}
