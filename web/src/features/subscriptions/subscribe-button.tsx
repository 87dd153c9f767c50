import { Check } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonSize } from '../../ui/button-class.ts'
import { toastError } from '../../ui/toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { useSubscription, useToggleSubscription } from './api.ts'

// Only subscribers see it.
const BellMenu = lazy(() => import('./bell-menu.tsx').then((m) => ({ default: m.BellMenu })))

type SubscribeButtonProps = { channelId: string; size?: ButtonSize; className?: string }

/** Nothing on one's own channel. */
export function SubscribeButton({ channelId, size, className }: SubscribeButtonProps) {
  const { user, isLoading } = useCurrentUser()
  const { data } = useSubscription(channelId)
  const toggle = useToggleSubscription(channelId, toastError)
  if (user?._id === channelId) return null

  const isSubscribed = data?.isSubscribed ?? false
  const handleClick = () => {
    // A click before we know who is here says nothing rather than something wrong.
    if (isLoading) return
    if (user) void toggle(!isSubscribed)
    else toastError('Please sign in to subscribe')
  }
  return (
    <span className={cn('inline-flex items-center gap-1', className)}>
      <Button
        variant={isSubscribed ? 'secondary' : 'primary'}
        size={size ?? 'md'}
        onClick={handleClick}
        className="rounded-full!"
      >
        {/* Both lie on top of each other: what is beside the button does not move when it changes. */}
        <span className="grid justify-items-center">
          <span className={cn(labelClass, isSubscribed && 'invisible')}>Subscribe</span>
          <span className={cn(labelClass, !isSubscribed && 'invisible')}>
            <Check />
            Subscribed
          </span>
        </span>
      </Button>
      {user && isSubscribed && (
        <Suspense fallback={<span className="size-11" />}>
          <BellMenu channelId={channelId} />
        </Suspense>
      )}
    </span>
  )
}

const labelClass = 'col-start-1 row-start-1 inline-flex items-center gap-1.5'
