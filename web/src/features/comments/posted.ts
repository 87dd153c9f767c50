import { changeInList, type ShownComment } from './comment-pages.ts'
import { useComments } from './comments-context.ts'
import { createKeyedStore, useKeyed } from './keyed-store.ts'
import type { CommentSource } from './source.ts'

type Change = (list: ShownComment[]) => ShownComment[]

// What the viewer wrote on this visit: on its way, or sent since the lists were loaded. By place and parent, oldest
// first.
const none: ShownComment[] = []
const posted = createKeyedStore(none)

const keyOf = ({ key }: CommentSource, parentId: string | null) => JSON.stringify([key, parentId])

export function usePosted(parentId: string | null): ShownComment[] {
  const { source } = useComments()
  return useKeyed(posted, keyOf(source, parentId))
}

export function changePosted(source: CommentSource, parentId: string | null, change: Change) {
  const key = keyOf(source, parentId)
  const list = posted.get(key)
  const changed = change(list)
  if (changed !== list) posted.set(key, changed.length > 0 ? changed : none)
}

/** Null removes it. */
export function changeInPosted(
  source: CommentSource,
  id: string,
  change: Parameters<typeof changeInList<ShownComment>>[2],
) {
  for (const [, parentId] of keysOf(source)) {
    changePosted(source, parentId, (list) => changeInList(list, id, change))
  }
}

export function hasUnsent(source: CommentSource) {
  return keysOf(source).some(([key]) => posted.get(key).some(({ isPending }) => isPending))
}

function keysOf(source: CommentSource): [string, string | null][] {
  const all = posted.keys().map((key): [string, string | null] => [key, JSON.parse(key)[1]])
  return all.filter(([key, parentId]) => key === keyOf(source, parentId))
}
