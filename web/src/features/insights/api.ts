import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type ReportPeriod } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'

/** The last report stays in sight while that of another period is loaded. */
export const reportQuery = (days: ReportPeriod) =>
  queryOptions({
    queryKey: ['insights', days],
    queryFn: ({ signal }) => call(api.insights.report, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
