import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type DataOf, type SubscribedChannel } from '@vireo/contract'
import { ApiError, call, hasCode } from '../../../lib/api-client.ts'
import { logFailure } from '../../../lib/log.ts'
import { isToggling, requestToggle } from '../../../lib/query/optimistic-toggle.ts'
import { runMutation } from '../../../lib/query/query-client.ts'

/** Without the bell, which its menu loads. */
type SubscriptionState = Omit<DataOf<typeof api.subscriptions.info>, 'bell'>

/** The lists of the page where subscriptions are managed. */
export const managedKey = ['subscriptions', 'managed'] as const

/** The channels that the viewer has subscribed to. A failure is only logged. */
export const subscribedChannelsQuery = queryOptions({
  queryKey: ['subscriptions', 'channels'],
  queryFn: async ({ signal }) => {
    try {
      const { subscribedChannel } = await call(api.subscriptions.listChannels, { signal })
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
 * A channel's number of subscribers, and whether the viewer is one. Every button and count reads this query. Pages that
 * get the same data from another call store it here, so that it is rarely fetched.
 */
function subscriptionQuery(channelId: string) {
  return queryOptions({
    queryKey: ['subscriptions', 'state', channelId],
    queryFn: ({ signal }): Promise<SubscriptionState> =>
      call(api.subscriptions.info, { params: { channelId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSubscription(channelId: string) {
  return useQuery(subscriptionQuery(channelId))
}

/** For query functions whose response contains the state of a channel. */
export function cacheSubscription(queryClient: QueryClient, channelId: string, state: SubscriptionState) {
  if (!isToggling(toggleKey(channelId))) {
    queryClient.setQueryData(subscriptionQuery(channelId).queryKey, state)
  }
}

/**
 * Shown at once, sent one after the other, undone on failure. `onFailure` gets the message to show. Resolves to whether
 * the state was reached and has not been changed again.
 */
export function useToggleSubscription(channelId: string, onFailure: (message: string) => void) {
  const queryClient = useQueryClient()
  return async (isOn: boolean) => {
    await requestToggle<SubscriptionState>({
      key: toggleKey(channelId),
      isOn,
      show: (isSubscribed) => show(queryClient, channelId, isSubscribed),
      send: (isSubscribed) =>
        runMutation(queryClient, () =>
          call(api.subscriptions.toggle, { params: { channelId }, body: { isSubscribed }, keepalive: true }),
        ),
      settle: (state) => {
        removedRows.delete(channelId)
        queryClient.setQueryData(subscriptionQuery(channelId).queryKey, state)
        void queryClient.invalidateQueries({ queryKey: subscribedChannelsQuery.queryKey })
        // An ended subscription stays in the open list.
        void queryClient.invalidateQueries({ queryKey: managedKey, refetchType: 'none' })
      },
      fail: (error) => {
        removedRows.delete(channelId)
        void queryClient.invalidateQueries({ queryKey: subscribedChannelsQuery.queryKey })
        onFailure(failureOf(error))
      },
    })
    return queryClient.getQueryData(subscriptionQuery(channelId).queryKey)?.isSubscribed === isOn
  }
}

/** Rows that unsubscribing removed from the list, to restore them on failure. */
const removedRows = new Map<string, { row: SubscribedChannel; index: number }>()

const toggleKey = (channelId: string) => `subscription:${channelId}`

function show(queryClient: QueryClient, channelId: string, isSubscribed: boolean) {
  queryClient.setQueryData(subscriptionQuery(channelId).queryKey, (state) => {
    if (!state || state.isSubscribed === isSubscribed) return state
    const totalSubscriber = Math.max(0, state.totalSubscriber + (isSubscribed ? 1 : -1))
    return { ...state, isSubscribed, totalSubscriber }
  })
  queryClient.setQueryData(subscribedChannelsQuery.queryKey, (list) => {
    const index = list?.findIndex(({ channel }) => channel._id === channelId) ?? -1
    const row = list?.[index]
    const removed = removedRows.get(channelId)
    // A new subscription appears with the following refetch, which loads its name and picture.
    if (isSubscribed) return row || !removed ? list : list?.toSpliced(removed.index, 0, removed.row)
    if (row) removedRows.set(channelId, { row, index })
    return row ? list?.toSpliced(index, 1) : list
  })
}

/** The server's message, or our own if it sent none. */
function failureOf(error: unknown) {
  const isAnswer = error instanceof ApiError && !hasCode(error, 'client.no-answer', 'client.unreadable')
  return isAnswer ? error.message : 'Failed to toggle subscription!'
}
