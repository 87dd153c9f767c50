import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type DataOf } from '@vireo/contract'
import { ApiError, call, hasCode } from '../../lib/api-client.ts'
import { logFailure } from '../../lib/log.ts'
import { isToggling, requestToggle } from '../../lib/optimistic-toggle.ts'
import { runMutation } from '../../lib/run-mutation.ts'

/** The bell is asked for by its menu. */
export type SubscriptionState = Omit<DataOf<typeof api.subscription.info>, 'bell'>

/** The channels that the signed-in person follows. A failure is only logged. */
const subscribedChannelsQuery = queryOptions({
  queryKey: ['subscriptions', 'channels'],
  queryFn: async ({ signal }) => {
    try {
      const { subscribedChannel } = await call(api.subscription.listChannels, { signal })
      return subscribedChannel
    } catch (error) {
      if (!signal.aborted) logFailure('Subscriptions could not be loaded', error)
      throw error
    }
  },
})

export function useSubscribedChannels({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({ ...subscribedChannelsQuery, enabled: isEnabled })
}

/**
 * How many follow a channel, and whether the viewer does: one owner of this state for every button and count.
 * Pages whose own call answers it note it here, so that it is asked for only where nobody has.
 */
function subscriptionQuery(channelId: string) {
  return queryOptions({
    queryKey: ['subscriptions', 'state', channelId],
    queryFn: ({ signal }): Promise<SubscriptionState> =>
      call(api.subscription.info, { params: { channelId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSubscription(channelId: string) {
  return useQuery(subscriptionQuery(channelId))
}

/** For a query function whose answer carries the state of a channel. */
export function noteSubscription(queryClient: QueryClient, channelId: string, state: SubscriptionState) {
  if (!isToggling(lineOf(channelId))) {
    queryClient.setQueryData(subscriptionQuery(channelId).queryKey, state)
  }
}

/** Shown at once, sent in turn, rolled back when it fails. `onFailure` gets the words for it. */
export function useToggleSubscription(channelId: string, onFailure: (message: string) => void) {
  const queryClient = useQueryClient()
  return (isWanted: boolean) =>
    requestToggle<SubscriptionState>({
      key: lineOf(channelId),
      isWanted,
      show: (isSubscribed) => show(queryClient, channelId, isSubscribed),
      send: (isSubscribed) =>
        runMutation(queryClient, () =>
          call(api.subscription.toggle, { params: { channelId }, body: { isSubscribed }, keepalive: true }),
        ),
      settle: (state) => {
        queryClient.setQueryData(subscriptionQuery(channelId).queryKey, state)
        void queryClient.invalidateQueries({ queryKey: subscribedChannelsQuery.queryKey })
      },
      fail: (error) => {
        void queryClient.invalidateQueries({ queryKey: subscribedChannelsQuery.queryKey })
        onFailure(failureOf(error))
      },
    })
}

const lineOf = (channelId: string) => `subscription:${channelId}`

function show(queryClient: QueryClient, channelId: string, isSubscribed: boolean) {
  queryClient.setQueryData(subscriptionQuery(channelId).queryKey, (state) => {
    if (!state || state.isSubscribed === isSubscribed) return state
    const totalSubscriber = Math.max(0, state.totalSubscriber + (isSubscribed ? 1 : -1))
    return { isSubscribed, totalSubscriber }
  })
  // A new one comes with the reload that follows: only the server's list has its name and picture.
  if (isSubscribed) return
  queryClient.setQueryData(subscribedChannelsQuery.queryKey, (list) =>
    list?.filter(({ channel }) => channel._id !== channelId),
  )
}

/** The server's message; without one, our own. */
function failureOf(error: unknown) {
  const isAnswer = error instanceof ApiError && !hasCode(error, 'client.no-answer', 'client.unreadable')
  return isAnswer ? error.message : 'Failed to toggle subscription!'
}
