import { QueryClient } from '@tanstack/react-query'
import type { VideoSummary } from '@vireo/contract'
import { expect, test } from 'vitest'
import type { DocPages } from '../../../lib/query/paged-docs.ts'
import { videoKeys } from '../../publishing/videos/api.ts'
import { removeFromLists } from './api.ts'

const pagesOf = (...ids: string[]) =>
  ({
    pages: [{ docs: ids.map((_id) => ({ _id })), nextCursor: null }],
    pageParams: [undefined],
  }) as DocPages<VideoSummary>

const is = (id: string) => (video: VideoSummary) => video._id === id

test('a hidden video leaves the recommendations only, and restoring it restores no other video', () => {
  const client = new QueryClient()
  const [home, related] = [videoKeys.list({}), videoKeys.list({ sortBy: 'views' })]
  const kept = [
    videoKeys.list({ query: 'birds' }),
    videoKeys.list({ userId: 'wren' }),
    [...videoKeys.history, ''],
    videoKeys.liked,
  ]
  for (const key of [home, related, ...kept]) client.setQueryData(key, pagesOf('a', 'b', 'c', 'd'))
  const restoreA = removeFromLists(client, is('a'))
  const restoreB = removeFromLists(client, is('b'))
  client.setQueryData(home, pagesOf('d'))
  restoreA()
  expect(client.getQueryData(home)).toEqual(pagesOf('a', 'd'))
  expect(client.getQueryData(related)).toEqual(pagesOf('a', 'c', 'd'))
  restoreB()
  expect(client.getQueryData(related)).toEqual(pagesOf('a', 'b', 'c', 'd'))
  for (const key of kept) expect(client.getQueryData(key)).toEqual(pagesOf('a', 'b', 'c', 'd'))
})
