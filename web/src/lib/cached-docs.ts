import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isNotFound } from './api-client.ts'
import { changeDocs } from './paged-docs.ts'
import { runMutation } from './run-mutation.ts'

/** Every list of one kind of thing lives under `lists`, so that a change to one reaches all of them. */
type Keys = { lists: QueryKey; detail: (id: string) => QueryKey }

/** Changes one wherever it is in the cache. */
export function patchDoc<Doc extends { _id: string }>(
  queryClient: QueryClient,
  keys: Keys,
  id: string,
  change: (doc: Doc) => Partial<Doc>,
) {
  queryClient.setQueryData<Doc>(keys.detail(id), (doc) => doc && { ...doc, ...change(doc) })
  changeDocs<Doc>(queryClient, keys.lists, id, (docs) =>
    docs.map((doc) => (doc._id === id ? { ...doc, ...change(doc) } : doc)),
  )
}

/** An answer on its way may be older than what we know of this one by now. */
export function dropPendingDoc(queryClient: QueryClient, keys: Keys, id: string) {
  const queryKey = keys.detail(id)
  if (queryClient.getQueryData(queryKey)) void queryClient.cancelQueries({ queryKey })
}

/** The same of lists: a page on its way would take its list back to what it was before. */
export function dropPendingLists(queryClient: QueryClient, keys: Keys) {
  void queryClient.cancelQueries({ queryKey: keys.lists, predicate: ({ state }) => state.data !== undefined })
}

/** Deletes one's own. One that is already gone is as good as deleted. */
export async function deleteDoc(
  queryClient: QueryClient,
  keys: Keys,
  id: string,
  { remove, beforeGone }: { remove: () => Promise<unknown>; beforeGone: () => void },
) {
  try {
    await runMutation(queryClient, remove)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  beforeGone()
  dropPendingLists(queryClient, keys)
  changeDocs(queryClient, keys.lists, id, (docs) => docs.filter(({ _id }) => _id !== id))
  // Its own page may still be showing: that is not asked to load what is gone.
  queryClient.removeQueries({ queryKey: keys.detail(id), type: 'inactive' })
  void queryClient.invalidateQueries({ queryKey: keys.detail(id), refetchType: 'none' })
}
