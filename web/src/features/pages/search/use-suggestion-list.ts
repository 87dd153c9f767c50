import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useSuggestions } from './suggestions-api.ts'

/** The index of the search box itself, which takes part in the cycle of arrow keys. */
const boxIndex = -1

/** Adds its own listeners to the box, which also works before this code is loaded, or without it. */
export function useSuggestionList(
  input: RefObject<HTMLInputElement | null>,
  onChoose: (path: string) => void,
) {
  const [typed, setTyped] = useState(input.current?.value ?? '')
  const [isAllowed, setIsAllowed] = useState(true)
  const [active, setActive] = useState(boxIndex)
  const options = useSuggestions(typed)
  const isOpen = isAllowed && options.length > 0
  // The current entry may be past the end of a list that became shorter.
  const current = isOpen && active < options.length ? active : boxIndex

  const handleInput = useEffectEvent(() => {
    setTyped(input.current?.value ?? '')
    setIsAllowed(true)
    setActive(boxIndex)
  })
  const close = useEffectEvent(() => {
    setIsAllowed(false)
    setActive(boxIndex)
  })
  const clear = useEffectEvent(() => {
    setTyped('')
    close()
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const chosen = options[current]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsAllowed(true)
      setActive(step(current, event.key === 'ArrowDown' ? 1 : -1, options.length))
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onChoose(chosen.path)
    } else if (event.key === 'Escape' && isOpen) {
      // Closes only the list, not the text or the box on a narrow screen.
      event.preventDefault()
      close()
    }
  })

  useEffect(() => {
    const box = input.current
    if (!box) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    box.addEventListener('input', () => handleInput(), options)
    box.addEventListener('keydown', (event) => handleKey(event), options)
    box.addEventListener('blur', () => close(), options)
    box.form?.addEventListener('reset', () => clear(), options)
    box.form?.addEventListener('submit', () => close(), options)
    // Handles text that was typed before the listeners were added.
    handleInput()
    return () => stop.abort()
  }, [input])

  return { options, active: current, isOpen }
}

/** From the last entry to the box, and on to the first. */
function step(from: number, by: number, length: number) {
  return ((from + 1 + by + length + 1) % (length + 1)) - 1
}
