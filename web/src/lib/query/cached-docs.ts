import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isNotFound } from '../api-client.ts'
import { changeDocs } from './paged-docs.ts'
import { runMutation } from './query-client.ts'

/** All lists of one kind of document are under `lists`, so that a change to a document reaches all of them. */
type Keys = { lists: QueryKey; detail: (id: string) => QueryKey }

/** Changes a document wherever it is in the cache. */
export function patchDoc<Doc extends { _id: string }>(
  queryClient: QueryClient,
  keys: Keys,
  id: string,
  change: (doc: Doc) => Partial<Doc>,
) {
  patchDetail(queryClient, keys, id, change)
  changeDocs<Doc>(queryClient, keys.lists, id, (docs) =>
    docs.map((doc) => (doc._id === id ? { ...doc, ...change(doc) } : doc)),
  )
}

/** Changes a document only where it is shown by itself. */
export function patchDetail<Doc>(
  queryClient: QueryClient,
  keys: Pick<Keys, 'detail'>,
  id: string,
  change: (doc: Doc) => Partial<Doc>,
) {
  queryClient.setQueryData<Doc>(keys.detail(id), (doc) => doc && { ...doc, ...change(doc) })
}

/** Cancels a pending request for the document, as its answer may be older than the cached data. */
export function dropPendingDoc(queryClient: QueryClient, keys: Keys, id: string) {
  const queryKey = keys.detail(id)
  if (queryClient.getQueryData(queryKey)) void queryClient.cancelQueries({ queryKey })
}

/** The same for lists: a pending request's answer would undo the change. */
export function dropPendingLists(queryClient: QueryClient, keys: Keys) {
  void queryClient.cancelQueries({ queryKey: keys.lists, predicate: ({ state }) => state.data !== undefined })
}

/** Deletes a document of the signed-in person. If it is already gone, that counts as deleted. */
export async function deleteDoc(
  queryClient: QueryClient,
  keys: Keys,
  id: string,
  { remove, beforeRemoval }: { remove: () => Promise<unknown>; beforeRemoval: () => void },
) {
  try {
    await runMutation(queryClient, remove)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  beforeRemoval()
  dropPendingLists(queryClient, keys)
  changeDocs(queryClient, keys.lists, id, (docs) => docs.filter(({ _id }) => _id !== id))
  // The document's own page may still be open and must not refetch it.
  queryClient.removeQueries({ queryKey: keys.detail(id), type: 'inactive' })
  void queryClient.invalidateQueries({ queryKey: keys.detail(id), refetchType: 'none' })
}
