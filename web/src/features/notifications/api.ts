import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { logFailure } from '../../lib/log.ts'

/** Asked again every minute while the page is looked at. A failure is only logged. */
const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) =>
    call(api.notification.list, { signal }).catch((error: unknown) => {
      logFailure('Notifications could not be loaded', error)
      throw error
    }),
  refetchInterval: 60_000,
})

export function useNotifications() {
  return useQuery(notificationsQuery)
}
