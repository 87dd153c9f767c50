import { useEffect } from 'react'
import { createDraftStore } from '../../../../lib/forms/drafts.ts'
import type { CommentedContent } from '../api/keys.ts'
import { addDrafts, draftsOf, type SubjectDrafts, subscribeToDrafts } from './drafts.ts'

const createStore = (form: string) =>
  createDraftStore<SubjectDrafts>({
    form,
    empty: {},
    isEmpty: (texts) => Object.keys(texts).length === 0,
  })
const stores = new Map<string, ReturnType<typeof createStore>>()

function storeOf({ kind, id }: CommentedContent) {
  const form = `comments:${kind}:${id}`
  const store = stores.get(form) ?? createStore(form)
  stores.set(form, store)
  return store
}

/** Unsent comments, replies and edits survive a reload. */
export function useSavedDrafts(viewerId: string, subject: CommentedContent) {
  useEffect(() => {
    const store = storeOf(subject)
    let isLoaded = false
    const save = () => {
      const current = draftsOf(viewerId, subject)
      // Saved at once if nothing is left, or a posted comment would come back if the page is closed now.
      if (isLoaded) store.keep(viewerId, { current, setAside: null }, store.isEmpty(current))
    }
    void store.load(viewerId).then(({ current }) => {
      addDrafts(current)
      isLoaded = true
      if (!store.isEmpty(draftsOf(viewerId, subject))) save()
    })
    return subscribeToDrafts(viewerId, subject, save)
  }, [viewerId, subject])
}
