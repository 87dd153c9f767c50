import { useCallback } from 'react'
import { createKeyedStore, useKeyed } from './keyed-store.ts'

// What was typed under one video is still there after a look at another, and a comment that could not be sent
// finds its way back into a box that is not on the screen any more.
const drafts = createKeyedStore('')

/** One person's unsent text in one place. */
export function draftKey(viewerId: string, place: readonly string[], parentId?: string) {
  return JSON.stringify([viewerId, ...place, parentId ?? null])
}

export function useDraft(key: string) {
  const setText = useCallback((text: string) => drafts.set(key, text), [key])
  return [useKeyed(drafts, key), setText] as const
}

/** Something else may have been typed meanwhile: nothing of either is lost. */
export function giveBackDraft(key: string, text: string) {
  drafts.set(key, [text, drafts.get(key)].filter(Boolean).join('\n'))
}
