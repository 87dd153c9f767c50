import { useSyncExternalStore } from 'react'
import { logFailure } from '../../../lib/log.ts'

// Dislikes are private: stored in this browser and never sent.
const maxKept = 1000
const listeners = new Set<() => void>()
const read = new Map<string, readonly string[]>()

const storageKey = (userId: string) => `disliked-videos:${userId}`

function dislikesOf(userId: string): readonly string[] {
  const known = read.get(userId)
  if (known) return known
  const ids = readStored(userId)
  read.set(userId, ids)
  return ids
}

function readStored(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function setDisliked(userId: string, videoId: string, isDisliked: boolean) {
  const others = dislikesOf(userId).filter((id) => id !== videoId)
  const ids = isDisliked ? [...others, videoId].slice(-maxKept) : others
  read.set(userId, ids)
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(ids))
  } catch (error) {
    // Storage may be blocked or full; the flag then lasts until the page is closed.
    logFailure('A dislike could not be saved', error)
  }
  for (const listener of listeners) listener()
}

export const isDislikedBy = (userId: string, videoId: string) => dislikesOf(userId).includes(videoId)

/** Always false for visitors. */
export function useIsDisliked(userId: string | undefined, videoId: string) {
  return useSyncExternalStore(subscribe, () => userId !== undefined && isDislikedBy(userId, videoId))
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs() {
  read.clear()
  for (const listener of listeners) listener()
}
