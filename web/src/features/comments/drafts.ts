import { useCallback, useSyncExternalStore } from 'react'
import type { CommentSubject } from './api.ts'

// Outside React: text typed under one video is still there after a visit to another, and a comment that could not be
// posted returns to a box that may not be on the screen any more.
const drafts = new Map<string, string>()

// By key: of thousands of comments on the screen, a change renders only the one it belongs to.
const listeners = new Map<string, Set<() => void>>()

const getDraft = (key: string) => drafts.get(key) ?? ''

function setDraft(key: string, text: string) {
  if (text) drafts.set(key, text)
  else drafts.delete(key)
  for (const listener of listeners.get(key) ?? []) listener()
}

function listen(key: string, listener: () => void) {
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => {
    ofKey.delete(listener)
    if (ofKey.size === 0) listeners.delete(key)
  }
}

/** The key of one person's unsent comment on a subject, or of their reply to a comment. */
export function draftKey(viewerId: string, { kind, id }: CommentSubject, parentId?: string) {
  return JSON.stringify([viewerId, kind, id, parentId ?? null])
}

export function useDraft(key: string) {
  const subscribe = useCallback((listener: () => void) => listen(key, listener), [key])
  const setText = useCallback((text: string) => setDraft(key, text), [key])
  return [useSyncExternalStore(subscribe, () => getDraft(key)), setText] as const
}

/** Puts text back into its box, before anything that was typed there meanwhile. */
export function restoreDraft(key: string, text: string) {
  setDraft(key, [text, getDraft(key)].filter(Boolean).join('\n'))
}
