import type { Comment } from '@vireo/contract'
import { expect, test } from 'vitest'
import type { CommentPage, CommentPages } from './comment-pages.ts'
import { addNew, findNew, hasMoreNew, newestIn } from './new-comments.ts'

/** Written in this second. */
const comment = (second: number, more: Partial<Comment> = {}) => {
  const createdAt = `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
  return { _id: `at ${second}`, createdAt, isPinned: false, ...more } as Comment
}
const pageOf = (seconds: number[], nextCursor: string | null = null): CommentPage => ({
  comments: seconds.map((second) => comment(second)),
  totalDocs: seconds.length,
  nextCursor,
})
const list: CommentPages = {
  pages: [pageOf([20, 10], 'older'), pageOf([5])],
  pageParams: [undefined, 'older'],
  posted: [comment(25)],
}
const since = newestIn(list)
const idsOf = (comments: Comment[]) => comments.map(({ _id }) => _id)
const shown = ({ pages, posted = [] }: CommentPages) =>
  idsOf([...posted, ...pages.flatMap((p) => p.comments)])

test('new are those written after the list that are not in it; deleting its newest makes no other one new', () => {
  expect(idsOf(findNew(list, pageOf([30, 25, 22, 20, 10]), since))).toEqual(['at 30', 'at 22'])
  const shorter = { ...list, pages: [pageOf([10], 'older')] }
  expect(findNew(shorter, pageOf([25, 20, 10]), since)).toEqual([])
  const pinned = { ...pageOf([20]), comments: [comment(1, { isPinned: true }), comment(20)] }
  expect(findNew(list, pinned, since)).toEqual([])
})

test('they are added in the order of time, with the viewer’s own, and marked', () => {
  const pending = { ...comment(40), isPending: true }
  const data = { ...list, posted: [pending, comment(25)] }
  const result = addNew(data, pageOf([30, 25, 22, 20]), since)
  expect(shown(result)).toEqual(['at 40', 'at 30', 'at 25', 'at 22', 'at 20', 'at 10', 'at 5'])
  const marked = result.pages[0]?.comments.filter((one) => 'isNew' in one && one.isNew)
  expect(idsOf(marked ?? [])).toEqual(['at 30', 'at 22'])
  expect(result.pages[0]?.nextCursor).toBe('older')
})

test('a list that would have a gap begins again', () => {
  const latest = pageOf([33, 32, 31], 'next')
  expect(hasMoreNew(latest, since)).toBe(true)
  expect(hasMoreNew(pageOf([33, 32, 31]), since)).toBe(false)
  expect(hasMoreNew(pageOf([33, 20], 'next'), since)).toBe(false)
  const result = addNew(list, latest, since)
  expect(shown(result)).toEqual(['at 33', 'at 32', 'at 31'])
  expect(result.pages[0]?.nextCursor).toBe('next')
})
