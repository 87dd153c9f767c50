import type { QueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { offerPush } from '../../inbox/push/offer-push.ts'
import { subscribedChannelsQuery } from './api.ts'
import { bellQuery } from './bell-menu.tsx'

const failure = 'Failed to toggle subscription!'

/** After a subscription: notifications on this device. */
export async function offerNotifications(queryClient: QueryClient, channelId: string): Promise<void> {
  const channels = await queryClient.fetchQuery(subscribedChannelsQuery)
  const found = channels.find(({ channel }) => channel._id === channelId)
  if (found) await offerPush(queryClient, found.channel.fullname)
}

/** Offers to subscribe again, with the bell as it was. `subscribe` resolves to whether that succeeded. */
export function offerUndo(queryClient: QueryClient, channelId: string, subscribe: () => Promise<boolean>) {
  const { queryKey } = bellQuery(channelId)
  const bell = queryClient.getQueryData(queryKey)
  const undo = async () => {
    if (!(await subscribe()) || bell !== 'none') return
    try {
      await call(api.subscriptions.setBell, { params: { channelId }, body: { bell } })
    } catch {
      toastError(failure)
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  // The spec's time for messages about subscriptions.
  toastSuccess('Unsubscribed', { label: 'Undo', onPress: () => void undo() }, 3000)
}
