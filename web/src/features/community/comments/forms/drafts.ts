import { useCallback, useSyncExternalStore } from 'react'
import type { CommentedContent } from '../api/keys.ts'

// Outside React, so that text typed under one video survives a visit to another, and a comment that could not be posted
// returns to its box, which may be unmounted by then. saved-drafts.ts keeps them across reloads.
const drafts = new Map<string, string>()

// By key, so that of thousands of comments a change renders only the one it belongs to.
const listeners = new Map<string, Set<() => void>>()
const subscribers = new Set<(key: string) => void>()

const getDraft = (key: string) => drafts.get(key) ?? ''

function setDraft(key: string, text: string) {
  if (text) drafts.set(key, text)
  else drafts.delete(key)
  for (const listener of listeners.get(key) ?? []) listener()
  for (const subscriber of subscribers) subscriber(key)
}

function listen(key: string, listener: () => void) {
  const keyListeners = listeners.get(key) ?? new Set()
  listeners.set(key, keyListeners.add(listener))
  return () => {
    keyListeners.delete(listener)
    if (keyListeners.size === 0) listeners.delete(key)
  }
}

/** A new comment, a reply to the given comment, or an edit of it. */
type DraftTarget = 'new' | `reply:${string}` | `edit:${string}`

const subjectPrefix = (viewerId: string, { kind, id }: CommentedContent) => `${viewerId}/${kind}/${id}/`

/** The key of one person's unsent text about a subject. */
export const draftKey = (viewerId: string, subject: CommentedContent, target: DraftTarget) =>
  subjectPrefix(viewerId, subject) + target

export function useDraft(key: string) {
  const subscribe = useCallback((listener: () => void) => listen(key, listener), [key])
  const setText = useCallback((text: string) => setDraft(key, text), [key])
  return [useSyncExternalStore(subscribe, () => getDraft(key)), setText] as const
}

/** Puts text back into its box, before anything that was typed there meanwhile. */
export function restoreDraft(key: string, text: string) {
  setDraft(key, [text, getDraft(key)].filter(Boolean).join('\n'))
}

/** All unsent texts of a person about a subject, by key. */
export type SubjectDrafts = Record<string, string>

export function draftsOf(viewerId: string, subject: CommentedContent): SubjectDrafts {
  const prefix = subjectPrefix(viewerId, subject)
  return Object.fromEntries([...drafts].filter(([key]) => key.startsWith(prefix)))
}

/** Adds texts from before a reload, without replacing newer ones. */
export function addDrafts(texts: SubjectDrafts) {
  for (const [key, text] of Object.entries(texts)) if (!drafts.has(key)) setDraft(key, text)
}

export function subscribeToDrafts(viewerId: string, subject: CommentedContent, onChange: () => void) {
  const prefix = subjectPrefix(viewerId, subject)
  const subscriber = (key: string) => key.startsWith(prefix) && onChange()
  subscribers.add(subscriber)
  return () => void subscribers.delete(subscriber)
}
