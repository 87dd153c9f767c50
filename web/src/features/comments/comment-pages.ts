import type { InfiniteData } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import type { CommentPage } from './source.ts'

export type CommentPages = InfiniteData<CommentPage, string | undefined>

/** A comment on the screen. `clientKey` is there from before it had an id: its row stays the same element. */
export type ShownComment = Comment & { isPending?: boolean; clientKey?: string }

/** Null removes it. */
type Change = (comment: Comment) => Comment | null

/** Pages without the comment stay the same object, so that of thousands of rows only one page renders again. */
export function changeInPages(data: CommentPages, id: string, change: Change): CommentPages {
  const index = data.pages.findIndex(({ comments }) => comments.some(({ _id }) => _id === id))
  const page = data.pages[index]
  if (!page) return data
  const comments = changeInList(page.comments, id, change)
  return { ...data, pages: data.pages.with(index, { ...page, comments }) }
}

export function changeInList<One extends Comment>(
  list: One[],
  id: string,
  change: (comment: One) => Comment | null,
): One[] {
  if (!list.some(({ _id }) => _id === id)) return list
  return list.flatMap((comment) => {
    if (comment._id !== id) return [comment]
    const changed = change(comment)
    return changed ? [{ ...comment, ...changed }] : []
  })
}

/** Those of one's own that the loaded pages do not have: still on their way, or newer than the pages. */
export function notInPages(posted: readonly ShownComment[], pages: readonly CommentPage[]): ShownComment[] {
  if (posted.length === 0) return []
  const known = new Set(pages.flatMap(({ comments }) => comments.map(({ _id }) => _id)))
  return posted.filter(({ _id }) => !known.has(_id))
}
