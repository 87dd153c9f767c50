import { QueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { expect, test } from 'vitest'
import {
  addPosted,
  type CommentPages,
  changeInPages,
  noPages,
  settlePosted,
  toShownPages,
} from './comment-pages.ts'
import { threadKey } from './keys.ts'
import { findPinned } from './marks.ts'
import { threadQuery } from './queries.ts'

const owner = { _id: 'wren', username: 'wren', fullname: 'Wren', avatar: '' }
const comment = (_id: string): Comment => ({
  _id,
  content: _id,
  text: _id,
  likes: 0,
  isLiked: false,
  repliesCount: 0,
  parentId: null,
  isEdited: false,
  isHeld: false,
  awaitsCreator: false,
  isPinned: false,
  isHearted: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  owner,
})
const subject = { kind: 'video', id: 'film', creatorId: owner._id } as const
const pending = { ...comment('pending-1'), clientKey: 'pending-1', isPending: true }
const sent = { ...comment('new'), clientKey: 'pending-1' }

const pageOf = (...ids: string[]) => ({
  comments: ids.map(comment),
  totalDocs: ids.length,
  nextCursor: null,
})

/** A list that is being fetched, and what it shows after each step. */
function openList() {
  const client = new QueryClient()
  const query = threadQuery(subject, { order: 'newest' })
  const change = (update: (data: CommentPages) => CommentPages) =>
    client.setQueryData<CommentPages>(query.queryKey, (data = noPages) => update(data))
  const shown = () => {
    const { pages, posted = [] } = client.getQueryData<CommentPages>(query.queryKey) ?? noPages
    return [...posted, ...pages.flatMap(({ comments }) => comments)].map(({ _id }) => _id)
  }
  const fetch = () => {
    const answer = Promise.withResolvers<ReturnType<typeof pageOf>>()
    const done = client.fetchInfiniteQuery({ ...query, queryFn: () => answer.promise })
    return async (...ids: string[]) => {
      answer.resolve(pageOf(...ids))
      await done
    }
  }
  return { change, shown, fetch }
}

test('a comment posted while the list is being fetched stays on top of it', async () => {
  const { change, shown, fetch } = openList()
  const answer = fetch()
  change((data) => addPosted(data, pending))
  await answer('old')
  expect(shown()).toEqual(['pending-1', 'old'])
  change((data) => settlePosted(data, pending, sent))
  expect(shown()).toEqual(['new', 'old'])
})

test('a posted comment that is also in a fetched page is shown once', async () => {
  const { change, shown, fetch } = openList()
  change((data) => settlePosted(addPosted(data, pending), pending, sent))
  await fetch()('new', 'old')
  expect(shown()).toEqual(['new', 'old'])

  change((data) => addPosted(data, pending))
  change((data) => settlePosted(data, pending, sent))
  expect(shown()).toEqual(['new', 'old'])
})

const idsOf = (data: CommentPages) =>
  [data.posted ?? [], ...data.pages.map(({ comments }) => comments)].map((list) => list.map(({ _id }) => _id))

test('a comment that is on two pages is shown on the first', () => {
  const pages = [pageOf('liked', 'old'), pageOf('liked', 'older'), pageOf('oldest')]
  const shown = toShownPages({ pages, pageParams: [undefined, 'a', 'b'] })
  expect(idsOf(shown)).toEqual([[], ['liked', 'old'], ['older'], ['oldest']])
  expect(shown.pages[2], 'other pages are not rendered again').toBe(pages[2])
})

test('a comment that is pinned moves to the top, even a new one, and lists without it stay the same objects', () => {
  const pages = [pageOf('a', 'b'), pageOf('c')]
  const data = { pages, pageParams: [undefined, 'a'], posted: [comment('new')] }
  const pin = (id: string) => toShownPages(changeInPages(data, id, (one) => ({ ...one, isPinned: true })))
  expect(idsOf(pin('b'))).toEqual([['new'], ['b', 'a'], ['c']])
  expect(idsOf(pin('c'))).toEqual([['new'], ['c', 'a', 'b'], []])
  expect(idsOf(pin('new'))).toEqual([[], ['new', 'a', 'b'], ['c']])
  expect(pin('b').pages[1]).toBe(pages[1])
  expect(toShownPages(data).pages[0]).toBe(pages[0])
})

test('a comment that could not be posted, or was deleted since, does not reappear after a fetch', async () => {
  const { change, shown, fetch } = openList()
  change((data) => addPosted(data, pending))
  const first = fetch()
  change((data) => settlePosted(data, pending, null))
  await first('old')
  expect(shown()).toEqual(['old'])

  change((data) => settlePosted(addPosted(data, pending), pending, sent))
  const second = fetch()
  change((data) => changeInPages(data, 'new', () => null))
  await second('old')
  expect(shown()).toEqual(['old'])
})

test('a pinned comment is found on any page that has been loaded', () => {
  const client = new QueryClient()
  const last = { ...comment('last'), isPinned: true }
  const pages = [pageOf('first'), { ...pageOf(), comments: [last] }]
  client.setQueryData<CommentPages>(threadKey(subject, { order: 'newest' }), { pages, pageParams: [] })
  expect(findPinned(client, subject)).toEqual(last)
})
