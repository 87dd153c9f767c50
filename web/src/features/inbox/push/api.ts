import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'

/** Under the key of the sessions, because a device is removed with its session. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['security', 'sessions', 'push'],
  queryFn: ({ signal }) => call(api.push.list, { signal }),
  staleTime: 0,
})

/** Undefined if this browser cannot receive messages: without HTTPS, or on an iPhone without the installed app. */
export function getPermission(): NotificationPermission | undefined {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported ? Notification.permission : undefined
}

export const blockedMessage =
  'Your browser blocks notifications of this site. Allow them in its settings for this site, then try again.'
const dismissedMessage = 'Notifications stay off on this device.'
const failedMessage = 'Notifications could not be turned on. Please try again.'

/** Call it from a button press, because it may open the browser's permission prompt. Throws an error to show. */
export async function turnOnPush(queryClient: QueryClient): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new Error(permission === 'denied' ? blockedMessage : dismissedMessage)
  try {
    // Fails where service workers are impossible; `ready` alone would wait forever.
    await navigator.serviceWorker.register('/sw.js')
    const { publicKey } = await queryClient.fetchQuery(pushDevicesQuery)
    const { pushManager } = await navigator.serviceWorker.ready
    // The old subscription may belong to another account, or to a key the site no longer has.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint = '', keys } = subscription.toJSON()
    const body = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
    queryClient.setQueryData(pushDevicesQuery.queryKey, await call(api.push.turnOn, { body }))
  } catch (error) {
    throw new Error(failedMessage, { cause: error })
  }
}

export function useTurnOnPush() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => turnOnPush(queryClient) })
}

export function useTurnOffPush() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.push.turnOff, { params: { id } }),
    onSuccess: (devices) => queryClient.setQueryData(pushDevicesQuery.queryKey, devices),
    onError: () => void queryClient.invalidateQueries({ queryKey: pushDevicesQuery.queryKey }),
  })
}
