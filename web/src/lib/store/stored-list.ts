import { useSyncExternalStore } from 'react'
import { logFailure } from '../log.ts'

/**
 * Lists of texts that are private: stored in this browser by person and never sent. Other tabs follow. A list keeps its
 * newest `maxKept` entries.
 */
export function createStoredList(name: string, maxKept: number) {
  const listeners = new Set<() => void>()
  const read = new Map<string, readonly string[]>()
  const storageKey = (owner: string) => `${name}:${owner}`

  /** Oldest first. */
  function list(owner: string): readonly string[] {
    const known = read.get(owner)
    if (known) return known
    const entries = readStored(storageKey(owner))
    read.set(owner, entries)
    return entries
  }

  function store(owner: string, entries: readonly string[]) {
    read.set(owner, entries)
    try {
      localStorage.setItem(storageKey(owner), JSON.stringify(entries))
    } catch (error) {
      // Storage may be blocked or full; the list then lasts until the page is closed.
      logFailure(`The list “${name}” could not be saved`, error)
    }
    for (const listener of listeners) listener()
  }

  function followOtherTabs() {
    read.clear()
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
    }
  }

  return {
    list,
    /** An entry that is added again becomes the newest. */
    setListed: (owner: string, entry: string, isListed: boolean) => {
      const others = list(owner).filter((other) => other !== entry)
      store(owner, isListed ? [...others, entry].slice(-maxKept) : others)
    },
    clear: (owner: string) => store(owner, []),
    /** What `select` returns must be stable for the same list. */
    useSelected: <T>(owner: string, select: (entries: readonly string[]) => T) =>
      useSyncExternalStore(subscribe, () => select(list(owner))),
  }
}

function readStored(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
