import type { Comment } from '@vireo/contract'
import type { CommentPage, CommentPages, ShownComment } from './comment-pages.ts'

/** When the newest comment was written that the list has or had; deleting it makes no other one new. */
export const newestIn = ({ pages }: CommentPages) =>
  pages.flatMap(({ comments }) => comments).reduce((latest, { createdAt }) => maxOf(latest, createdAt), '')

const maxOf = (one: string, other: string) => (one > other ? one : other)

/** The comments on the first page of a later answer that were written after the list, except the viewer's own in it. */
export function findNew({ pages, posted = [] }: CommentPages, latest: CommentPage, since: string): Comment[] {
  const known = new Set([...posted, ...pages.flatMap(({ comments }) => comments)].map(({ _id }) => _id))
  return latest.comments.filter(({ _id, createdAt }) => createdAt > since && !known.has(_id))
}

/** Whether there may be more of them on the next page. */
export const hasMoreNew = ({ comments, nextCursor }: CommentPage, since: string) =>
  nextCursor !== null && comments.every(({ createdAt, isPinned }) => isPinned || createdAt > since)

/** Adds them at the top, marked, or begins the list again if it would have a gap. */
export function addNew(data: CommentPages, latest: CommentPage, since: string): CommentPages {
  const { pages, posted = [] } = data
  const added = findNew(data, latest, since)
  const isNew = (comment: Comment) => added.includes(comment)
  const mark = (comment: ShownComment): ShownComment => ({ ...comment, isNew: isNew(comment) })
  const pending = posted.filter(({ isPending }) => isPending)
  const [first, ...rest] = pages
  if (!first || hasMoreNew(latest, since)) {
    const page = { ...latest, comments: latest.comments.map(mark) }
    return { pages: [page], pageParams: [undefined], posted: pending }
  }
  const settled = posted.filter(({ isPending }) => !isPending)
  const comments = [...added, ...settled, ...first.comments].map(mark).sort(byTime)
  return { ...data, pages: [{ ...first, comments }, ...rest], posted: pending }
}

/** The pinned comment, which is shown first wherever it is, included. */
const byTime = (one: Comment, other: Comment) =>
  one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1
