import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type ReportPeriod } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'

/** The previous numbers stay visible while another period loads. */
export const statisticsQuery = (videoId: string, days: ReportPeriod) =>
  queryOptions({
    queryKey: ['statistics', videoId, days],
    queryFn: ({ signal }) =>
      call(api.statistics.ofVideo, { params: { id: videoId }, query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
