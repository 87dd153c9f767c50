import { useCallback, useSyncExternalStore } from 'react'
import type { CommentSubject } from '../api/keys.ts'

// Outside React: text typed under one video is still there after a visit to another, and a comment that could not be
// posted returns to a box that may not be on the screen any more. saved-drafts.ts keeps them over a reload.
const drafts = new Map<string, string>()

// By key: of thousands of comments on the screen, a change renders only the one it belongs to.
const listeners = new Map<string, Set<() => void>>()
const followers = new Set<(key: string) => void>()

const getDraft = (key: string) => drafts.get(key) ?? ''

function setDraft(key: string, text: string) {
  if (text) drafts.set(key, text)
  else drafts.delete(key)
  for (const listener of listeners.get(key) ?? []) listener()
  for (const follower of followers) follower(key)
}

function listen(key: string, listener: () => void) {
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => {
    ofKey.delete(listener)
    if (ofKey.size === 0) listeners.delete(key)
  }
}

/** What a person writes: a new comment, a reply to the given comment, or other words for it. */
type DraftOf = 'new' | `reply:${string}` | `edit:${string}`

const subjectPrefix = (viewerId: string, { kind, id }: CommentSubject) => `${viewerId}/${kind}/${id}/`

/** The key of one person's unsent text about a subject. */
export const draftKey = (viewerId: string, subject: CommentSubject, of: DraftOf) =>
  subjectPrefix(viewerId, subject) + of

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

export function draftsOf(viewerId: string, subject: CommentSubject): SubjectDrafts {
  const prefix = subjectPrefix(viewerId, subject)
  return Object.fromEntries([...drafts].filter(([key]) => key.startsWith(prefix)))
}

/** Adds texts from before a reload; what has been typed since stays. */
export function addDrafts(texts: SubjectDrafts) {
  for (const [key, text] of Object.entries(texts)) if (!drafts.has(key)) setDraft(key, text)
}

export function followDrafts(viewerId: string, subject: CommentSubject, onChange: () => void) {
  const prefix = subjectPrefix(viewerId, subject)
  const follower = (key: string) => key.startsWith(prefix) && onChange()
  followers.add(follower)
  return () => void followers.delete(follower)
}
