import { type InfiniteData, replaceEqualDeep } from '@tanstack/react-query'
import type { api, Comment, DataOf } from '@vireo/contract'

export type CommentPage = DataOf<typeof api.comments.listOfVideo>

export type ShownComment = Comment & {
  isPending?: boolean
  /** Set before the server assigns an id, so that the row keeps its element afterwards. */
  clientKey?: string
  /** Written while the list was open, and shown by its button. */
  isNew?: boolean
}

/** One cached list: the pages from the server, and new comments of the viewer that are not on them yet. */
export type CommentPages = InfiniteData<CommentPage, string | undefined> & { posted?: ShownComment[] }

/** Null removes the comment. */
export type CommentChange = (comment: ShownComment) => Comment | null

export const noPages: CommentPages = { pages: [], pageParams: [] }

/**
 * Prepares a new value for the cache. A fetch returns only pages, so the posted comments are copied from the old value;
 * changes made by this app contain them.
 */
export function keepPosted(old: CommentPages | undefined, next: CommentPages): CommentPages {
  const isFetched = !('posted' in next)
  const kept =
    isFetched && old?.posted
      ? { ...next, posted: old.posted.filter((comment) => !isListed(next, comment)) }
      : next
  return replaceEqualDeep(old, kept)
}

/**
 * Puts the pinned comment first and shows each comment once: in the order of likes, one that is liked between two
 * requests can be on two pages. Unchanged pages stay the same object.
 */
export function toShownPages(data: CommentPages): CommentPages {
  const all = [data.posted ?? [], ...data.pages.map(({ comments }) => comments)]
  const pinned = all.flatMap((comments) => comments.find(({ isPinned }) => isPinned) ?? [])[0]
  const [first] = data.pages
  const isMoved = pinned && first && pinned !== first.comments[0]
  const seenIds = new Set(isMoved ? [pinned._id] : [])
  const [posted = [], ...pages] = all.map((comments) => {
    const shown = comments.filter(({ _id }) => !seenIds.has(_id))
    for (const { _id } of shown) seenIds.add(_id)
    return shown.length === comments.length ? comments : shown
  })
  if (isMoved) pages[0] = [pinned, ...(pages[0] ?? [])]
  return {
    ...data,
    ...(data.posted && { posted }),
    pages: data.pages.map((page, index) => {
      const comments = pages[index] ?? []
      return comments === page.comments ? page : { ...page, comments }
    }),
  }
}

/** Adds the viewer's comment: before other comments, after other replies. */
export function addPosted(data: CommentPages, comment: ShownComment): CommentPages {
  const posted = data.posted ?? []
  return { ...data, posted: comment.parentId ? [...posted, comment] : [comment, ...posted] }
}

/** Replaces the pending comment by the posted one; null if it could not be posted. */
export function settlePosted(
  data: CommentPages,
  pending: ShownComment,
  settled: ShownComment | null,
): CommentPages {
  const posted = data.posted ?? []
  const isHere = posted.some(({ _id }) => _id === pending._id)
  // A fetch may have returned it.
  if (!settled || isListed(data, settled)) {
    return { ...data, posted: posted.filter(({ _id }) => _id !== pending._id) }
  }
  if (!isHere) return addPosted(data, settled)
  return { ...data, posted: posted.map((comment) => (comment._id === pending._id ? settled : comment)) }
}

/** Pages without the comment stay the same object, so that of thousands of rows only one page renders again. */
export function changeInPages(data: CommentPages, id: string, change: CommentChange): CommentPages {
  const posted = data.posted && changeInList(data.posted, id, change)
  const changed = posted === data.posted ? data : { ...data, posted }
  const index = data.pages.findIndex(({ comments }) => comments.some(({ _id }) => _id === id))
  const page = data.pages[index]
  if (!page) return changed
  const comments = changeInList(page.comments, id, change)
  return { ...changed, pages: data.pages.with(index, { ...page, comments }) }
}

/** Puts a comment back at its place, unless the list has been loaded with it since. */
export function insertInPage(
  data: CommentPages,
  page: number,
  index: number,
  comment: ShownComment,
): CommentPages {
  const at = data.pages[page]
  if (!at || isListed(data, comment)) return data
  return {
    ...data,
    pages: data.pages.with(page, { ...at, comments: at.comments.toSpliced(index, 0, comment) }),
  }
}

function changeInList(list: ShownComment[], id: string, change: CommentChange): ShownComment[] {
  if (!list.some(({ _id }) => _id === id)) return list
  return list.flatMap((comment) => {
    if (comment._id !== id) return [comment]
    const changed = change(comment)
    return changed ? [{ ...comment, ...changed }] : []
  })
}

function isListed({ pages }: CommentPages, { _id }: Comment) {
  return pages.some(({ comments }) => comments.some((comment) => comment._id === _id))
}
