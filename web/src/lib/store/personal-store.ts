import { logFailure } from '../log.ts'

/**
 * A value of each person who signs in here, kept by the browser, shared by its tabs and shown to nobody else. `parse`
 * must accept anything, as another version of this code may have stored it.
 */
export function createPersonalStore<T>(
  keyOf: (userId: string) => string,
  parse: (stored: string | null) => T,
  toStored: (value: T) => unknown = (value) => value,
) {
  const listeners = new Set<() => void>()
  const known = new Map<string, { stored: string | null; value: T }>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** The same object until it changes. */
    get(userId: string): T {
      const last = known.get(userId)
      const stored = readStored(keyOf(userId))
      if (last?.stored === stored) return last.value
      const value = parse(stored)
      known.set(userId, { stored, value })
      return value
    },
    set(userId: string, value: T) {
      const key = keyOf(userId)
      try {
        localStorage.setItem(key, JSON.stringify(toStored(value)))
      } catch (error) {
        // Storage may be blocked or full; the value then lasts until the page is closed.
        logFailure('A value could not be saved in this browser', error)
      }
      known.set(userId, { stored: readStored(key), value })
      notify()
    },
    subscribe(listener: () => void) {
      if (listeners.size === 0) window.addEventListener('storage', notify)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', notify)
      }
    },
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
