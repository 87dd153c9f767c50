import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type ReportPeriod } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'

/** The previous report stays visible while another period loads. */
export const reportQuery = (days: ReportPeriod) =>
  queryOptions({
    queryKey: ['insights', days],
    queryFn: ({ signal }) => call(api.pageViews.report, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })

export const storageQuery = queryOptions({
  queryKey: ['insights', 'storage'],
  queryFn: ({ signal }) => call(api.siteStorage.get, { signal }),
})

const refetchEveryMs = 30_000

/** Refetched while the page is open, because the queue changes. */
export const jobsQuery = queryOptions({
  queryKey: ['insights', 'jobs'],
  queryFn: ({ signal }) => call(api.failedJobs.list, { signal }),
  refetchInterval: refetchEveryMs,
})
