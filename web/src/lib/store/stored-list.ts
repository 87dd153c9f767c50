import { useSyncExternalStore } from 'react'
import { createPersonalStore } from './personal-store.ts'

/**
 * Lists of texts that are private: stored in this browser by person and never sent. Other tabs follow. A list keeps its
 * newest `maxKept` entries.
 */
export function createStoredList(name: string, maxKept: number) {
  const lists = createPersonalStore<readonly string[]>((owner) => `${name}:${owner}`, parseEntries)
  return {
    /** Oldest first. */
    list: lists.get,
    /** An entry that is added again becomes the newest. */
    setListed: (owner: string, entry: string, isListed: boolean) => {
      const others = lists.get(owner).filter((other) => other !== entry)
      lists.set(owner, isListed ? [...others, entry].slice(-maxKept) : others)
    },
    clear: (owner: string) => lists.set(owner, []),
    /** What `select` returns must be stable for the same list. */
    useSelected: <T>(owner: string, select: (entries: readonly string[]) => T) =>
      useSyncExternalStore(lists.subscribe, () => select(lists.get(owner))),
  }
}

function parseEntries(stored: string | null): string[] {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
