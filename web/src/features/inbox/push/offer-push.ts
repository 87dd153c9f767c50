import type { QueryClient } from '@tanstack/react-query'
import { showToast, toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { getPermission, pushDevicesQuery, turnOnPush } from './api.ts'

const storageKey = 'push-offered'
const offerVisibleMs = 12_000

/** Offers notifications on this device, once. The browser's own prompt opens only after the button is pressed. */
export async function offerPush(queryClient: QueryClient, channelName: string): Promise<void> {
  const permission = getPermission()
  if (permission === undefined || permission === 'denied' || !isFirstOffer()) return
  if (permission === 'granted') {
    const { docs } = await queryClient.fetchQuery(pushDevicesQuery)
    if (docs.some(({ isCurrent }) => isCurrent)) return
  }
  const turnOn = () =>
    turnOnPush(queryClient).then(
      () => toastSuccess('You will be notified on this device'),
      (error: Error) => toastError(error.message),
    )
  showToast({
    type: 'info',
    message: `Get notified about new videos of ${channelName} on this device`,
    durationMs: offerVisibleMs,
    actions: [
      { label: 'Turn on', onPress: () => void turnOn() },
      { label: 'Not now', onPress: () => {} },
    ],
  })
}

/** False where storage is blocked, because the offer would appear every time. */
function isFirstOffer(): boolean {
  try {
    if (localStorage.getItem(storageKey)) return false
    localStorage.setItem(storageKey, 'true')
    return true
  } catch {
    return false
  }
}
