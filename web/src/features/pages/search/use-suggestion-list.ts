import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { paths } from '../../../navigation/links/paths.ts'
import { useRecentSearches } from './recent-searches.ts'
import { type Suggestion, useSuggestions } from './suggestions-api.ts'

/** The index of the search box itself, which takes part in the cycle of arrow keys. */
const boxIndex = -1

export type SuggestionRow = {
  key: string
  text: string
  channel?: Suggestion['channel']
  choose: () => void
  /** For recent searches. */
  remove?: () => void
}

/** Adds its own listeners to the box, which also works before this code is loaded, or without it. */
export function useSuggestionList(
  input: RefObject<HTMLInputElement | null>,
  onChoose: (path: string) => void,
) {
  const [typed, setTyped] = useState(() => typedIn(input.current))
  const [isAllowed, setIsAllowed] = useState(true)
  const [active, setActive] = useState(boxIndex)
  const [isOnRemove, setIsOnRemove] = useState(false)
  const isRecent = typed.trim() === ''
  const suggested = useSuggestedRows(typed, onChoose)
  const recentRows = useRecentRows(onChoose)
  const rows = isRecent ? recentRows : suggested
  const isOpen = isAllowed && rows.length > 0
  // The current entry may be past the end of a list that became shorter.
  const current = isOpen && active < rows.length ? active : boxIndex

  const moveTo = (index: number) => {
    setActive(index)
    setIsOnRemove(false)
  }
  const handleInput = useEffectEvent(() => {
    setTyped(typedIn(input.current))
    setIsAllowed(true)
    moveTo(boxIndex)
  })
  const close = useEffectEvent(() => {
    setIsAllowed(false)
    moveTo(boxIndex)
  })
  const clear = useEffectEvent(() => {
    setTyped('')
    close()
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const row = rows[current]
    const remove = row?.remove
    const press = () => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        setIsAllowed(true)
        moveTo(step(current, event.key === 'ArrowDown' ? 1 : -1, rows.length))
      } else if (event.key === 'Enter' && row) {
        if (isOnRemove && remove) remove()
        else row.choose()
      } else if (remove && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
        setIsOnRemove(event.key === 'ArrowRight')
      } else if (remove && event.key === 'Delete') {
        remove()
        // Closes only the list, not the text or the box on a narrow screen.
      } else if (event.key === 'Escape' && isOpen) {
        close()
      } else {
        return false
      }
      return true
    }
    if (press()) event.preventDefault()
  })

  useEffect(() => {
    const box = input.current
    if (!box) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    for (const type of ['input', 'focus', 'click']) box.addEventListener(type, () => handleInput(), options)
    box.addEventListener('keydown', (event) => handleKey(event), options)
    box.addEventListener('blur', () => close(), options)
    box.form?.addEventListener('reset', () => clear(), options)
    box.form?.addEventListener('submit', () => close(), options)
    // Handles text that was typed before the listeners were added.
    handleInput()
    return () => stop.abort()
  }, [input])

  return { rows, active: current, isOnRemove, isOpen, isRecent }
}

/** The query of the results is in the box without having been typed. */
function typedIn(box: HTMLInputElement | null) {
  return !box || box.value === box.defaultValue ? '' : box.value
}

function useSuggestedRows(typed: string, onChoose: (path: string) => void): SuggestionRow[] {
  const { add } = useRecentSearches()
  return useSuggestions(typed).map(({ path, text, channel }) => ({
    key: path,
    text,
    ...(channel && { channel }),
    choose: () => {
      if (!channel) add(text)
      onChoose(path)
    },
  }))
}

/** The recent searches, latest first, and an entry that removes them all. */
function useRecentRows(onChoose: (path: string) => void) {
  const { searches, add, remove, clear } = useRecentSearches()
  const rows = searches.map(
    (query): SuggestionRow => ({
      key: query,
      text: query,
      choose: () => {
        add(query)
        onChoose(paths.search(query))
      },
      remove: () => remove(query),
    }),
  )
  const clearAll: SuggestionRow = { key: '', text: 'Clear all recent searches', choose: clear }
  return rows.length > 0 ? [...rows, clearAll] : []
}

/** From the last entry to the box, and on to the first. */
function step(from: number, by: number, length: number) {
  return ((from + 1 + by + length + 1) % (length + 1)) - 1
}
