import { useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { ServerOff, WifiOff } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import { useCurrentUser } from '../features/people/accounts/api.ts'
import { call, isUnreachable } from '../lib/api-client.ts'
import { Button } from '../ui/buttons/button.tsx'

/** Shows why nothing loads: this device is offline, or the server does not answer. */
export function ConnectionBanner() {
  const isOnline = useOnline()
  const { error } = useCurrentUser()
  if (!isOnline) return <Banner icon={<WifiOff />}>You are offline</Banner>
  return isUnreachable(error) ? <ServerBanner /> : null
}

function useOnline() {
  return useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
}

function subscribeToConnection(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const probeEveryMs = 5000

/** Checks whether the server is back, then reloads everything on the page that failed. */
function ServerBanner() {
  const queryClient = useQueryClient()
  const reload = useCallback(
    () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null }),
    [queryClient],
  )
  useEffect(() => {
    // Bypasses the cache: a refetched query loses its error, so the page would flicker with each probe.
    const probe = () =>
      call(api.accounts.currentUser).then(reload, (error: unknown) => !isUnreachable(error) && reload())
    const timer = setInterval(probe, probeEveryMs)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <Banner icon={<ServerOff />}>
      Vireo can’t be reached
      <Button size="sm" onClick={reload}>
        Retry
      </Button>
    </Banner>
  )
}

function Banner({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      data-banner=""
      className="fixed inset-x-0 bottom-(--bottom-bar) z-30 flex min-h-11 items-center justify-center gap-3 border-t border-border bg-surface px-4 py-1 text-sm font-medium [&>svg]:size-5 [&>svg]:text-warn"
    >
      {icon}
      {children}
    </div>
  )
}
