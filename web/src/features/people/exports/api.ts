import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type DataExport } from '@vireo/contract'
import { call, hasCode } from '../../../lib/api-client.ts'

const pollEveryMs = 5000
/** The address of the file is valid for five minutes. */
const renewLinkEveryMs = 2 * 60_000

export const exportQuery = queryOptions({
  queryKey: ['my-data'],
  queryFn: ({ signal }) => call(api.exports.latest, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => {
    if (data?.status === 'pending') return pollEveryMs
    return data?.status === 'ready' ? renewLinkEveryMs : false
  },
})

function useCacheExport() {
  const queryClient = useQueryClient()
  return async (latest: DataExport | null) => {
    await queryClient.cancelQueries({ queryKey: exportQuery.queryKey })
    queryClient.setQueryData(exportQuery.queryKey, latest)
  }
}

export function useRequestExport() {
  const cacheExport = useCacheExport()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (withFiles: boolean) => call(api.exports.request, { body: { withFiles } }),
    onSuccess: cacheExport,
    onError: (error) => {
      // It was requested in another tab or browser.
      if (hasCode(error, 'export.pending'))
        void queryClient.invalidateQueries({ queryKey: exportQuery.queryKey })
    },
  })
}

export function useRemoveExport() {
  const cacheExport = useCacheExport()
  return useMutation({
    mutationFn: () => call(api.exports.remove),
    onSuccess: () => cacheExport(null),
  })
}
