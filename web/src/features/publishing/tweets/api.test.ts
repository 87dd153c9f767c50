import { QueryClient } from '@tanstack/react-query'
import type { Tweet } from '@vireo/contract'
import { expect, test } from 'vitest'
import { addTweet, tweetListQuery } from './api.ts'

const tweet = (_id: string): Tweet => ({
  _id,
  content: _id,
  image: '',
  pictures: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  isEdited: false,
  owner: { _id: 'wren', username: 'wren', fullname: 'Wren', avatar: null },
  likes: 0,
  isLiked: false,
  commentsMode: 'on',
  repliesCount: 0,
})

const pagesOf = (...ids: string[]) => ({
  pages: [{ docs: ids.map(tweet), nextCursor: null }],
  pageParams: [undefined],
})

test('a new tweet is added once to the top of each list it belongs to, even while the list is loading', async () => {
  const client = new QueryClient()
  const feed = tweetListQuery()
  const others = tweetListQuery({ userId: 'robin' })
  client.setQueryData(feed.queryKey, pagesOf('old'))
  client.setQueryData(others.queryKey, pagesOf('other'))
  const answer = Promise.withResolvers<ReturnType<typeof pagesOf>['pages'][number]>()
  const loading = client.fetchInfiniteQuery({ ...feed, queryFn: () => answer.promise })
  addTweet(client, tweet('new'))
  addTweet(client, tweet('new'))
  answer.resolve({ docs: [tweet('old')], nextCursor: null })
  await loading
  expect(client.getQueryData(feed.queryKey)).toEqual(pagesOf('new', 'old'))
  expect(client.getQueryData(others.queryKey)).toEqual(pagesOf('other'))
})
