import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type ReportPeriod } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'

/** The previous report stays visible while another period loads. */
export const reportQuery = (days: ReportPeriod) =>
  queryOptions({
    queryKey: ['insights', days],
    queryFn: ({ signal }) => call(api.insights.report, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
