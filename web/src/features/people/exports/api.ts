import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type DataExport } from '@vireo/contract'
import { call, hasCode } from '../../../lib/api-client.ts'
import { storageQuery } from '../accounts/settings/settings-api.ts'

const pollEveryMs = 5000

export const exportQuery = queryOptions({
  queryKey: ['my-data'],
  queryFn: ({ signal }) => call(api.exports.latest, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? pollEveryMs : false),
})

function useCacheExport() {
  const queryClient = useQueryClient()
  return async (latest: DataExport | null) => {
    await queryClient.cancelQueries({ queryKey: exportQuery.queryKey })
    queryClient.setQueryData(exportQuery.queryKey, latest)
    void queryClient.invalidateQueries({ queryKey: storageQuery.queryKey })
  }
}

/** With a new address of the file, which is valid for minutes; without one until the person confirms who they are. */
export function useFetchExport() {
  const queryClient = useQueryClient()
  return async () => {
    // The answer to a call that is running may be from before the confirmation.
    await queryClient.cancelQueries({ queryKey: exportQuery.queryKey })
    return queryClient.fetchQuery(exportQuery)
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
