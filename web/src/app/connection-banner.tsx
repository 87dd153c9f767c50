import { ServerOff, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../features/account/api.ts'
import { isUnreachable } from '../lib/query-client.ts'
import { useOnline } from '../lib/use-online.ts'
import { Button } from '../ui/button.tsx'

/** Says why nothing loads: our side of the line, or theirs. */
export function ConnectionBanner() {
  const isOnline = useOnline()
  const { error, refetch, isFetching } = useCurrentUser()
  if (!isOnline) return <Banner icon={<WifiOff />}>You are offline</Banner>
  if (!isUnreachable(error)) return null
  return (
    <Banner icon={<ServerOff />}>
      Vireo can’t be reached
      <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </Banner>
  )
}

function Banner({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-30 flex min-h-11 items-center justify-center gap-3 border-t border-border bg-surface px-4 py-1 text-sm font-medium [&>svg]:size-5 [&>svg]:text-warn"
    >
      {icon}
      {children}
    </div>
  )
}
