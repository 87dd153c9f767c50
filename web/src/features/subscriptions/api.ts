import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { logFailure } from '../../lib/log.ts'

/** The channels that the signed-in person follows. A failure is only logged. */
export const subscribedChannelsQuery = queryOptions({
  queryKey: ['subscriptions', 'channels'],
  queryFn: async ({ signal }) => {
    try {
      const { subscribedChannel } = await call(api.subscription.listChannels, { signal })
      return subscribedChannel
    } catch (error) {
      logFailure('Subscriptions could not be loaded', error)
      throw error
    }
  },
})

export function useSubscribedChannels({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({ ...subscribedChannelsQuery, enabled: isEnabled })
}
