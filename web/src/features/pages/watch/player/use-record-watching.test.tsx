import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { CurrentUser } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { currentUserQuery } from '../../../people/accounts/api.ts'
import { type VideoDetail, videoQuery } from '../../../publishing/videos/api.ts'
import { useRecordWatching } from './use-record-watching.ts'

const video = { _id: 'film', viewToken: 'token', title: 'Dawn chorus' } as VideoDetail
const { queryKey } = videoQuery(video._id)

function watch() {
  const answer = { statuscode: 200, message: '', data: null, success: true }
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer))
  const client = new QueryClient()
  onTestFinished(() => {
    cleanup()
    vi.restoreAllMocks()
  })
  client.setQueryData(currentUserQuery.queryKey, { _id: 'robin' } as CurrentUser)
  client.setQueryData(queryKey, video, { updatedAt: 1000 })
  const { result } = renderHook(() => useRecordWatching(video), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { client, fetching, reports: result.current }
}

it('a position is kept for the next visit, and the age of the cached video does not change', () => {
  const { client, reports } = watch()
  reports.onPosition(42)
  expect(client.getQueryData(queryKey)).toEqual({ ...video, resumeAt: 42 })
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1000)
})

it('after the history was cleared nothing is reported, until the page of the video is opened again', async () => {
  const { client, fetching, reports } = watch()
  reports.onReopened()
  await client
    .getMutationCache()
    .build(client, { mutationKey: ['history', 'clear'], mutationFn: async () => {} })
    .execute(undefined)
  reports.onPosition(1)
  expect(fetching).not.toHaveBeenCalled()
  reports.onReopened()
  await waitFor(() => expect(fetching).toHaveBeenCalledOnce())
  reports.onPosition(2)
  expect(fetching).toHaveBeenCalledTimes(2)
})
