import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { cn } from '../../../lib/cn.ts'
import { formatCount } from '../../../lib/text/format.ts'
import { useAskToSignIn } from '../../../navigation/links/use-ask-to-sign-in.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { ButtonSize } from '../../../ui/buttons/button-class.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { useCurrentUser, useWhenViewerKnown } from '../accounts/api.ts'
import { useSubscription, useToggleSubscription } from './api.ts'

// Loaded for subscribers only.
const BellMenu = lazyPart(() => import('./bell-menu.tsx').then((m) => m.BellMenu))

// Also loaded for subscribers only.
const loadOffers = () => import('./offers.ts')

type SubscribeButtonProps = {
  channelId: string
  size?: ButtonSize
  /** Whether a list has just loaded the bells of its channels. */
  isBellKnown?: boolean
  className?: string
}

/** Renders nothing on the viewer's own channel. */
export function SubscribeButton({ channelId, size, isBellKnown = false, className }: SubscribeButtonProps) {
  const { user } = useCurrentUser()
  const whenViewerKnown = useWhenViewerKnown()
  const { data } = useSubscription(channelId)
  const toggle = useToggleSubscription(channelId, toastError)
  const queryClient = useQueryClient()
  const askToSignIn = useAskToSignIn()
  if (user?._id === channelId) return null

  const isSubscribed = data?.isSubscribed ?? false
  const handleClick = () =>
    whenViewerKnown((viewer) => {
      if (!viewer) return askToSignIn('Please sign in to subscribe')
      // It turned out to be their own channel.
      if (viewer._id === channelId) return
      void toggle(!isSubscribed)
        .then(async (isDone) => {
          if (!isDone) return
          const { offerNotifications, offerUndo } = await loadOffers()
          if (isSubscribed) offerUndo(queryClient, channelId, () => toggle(true))
          else await offerNotifications(queryClient, channelId)
        })
        .catch(() => {})
    })
  return (
    <span className={cn('inline-flex items-center gap-1', className)}>
      <Button
        variant={isSubscribed ? 'secondary' : 'primary'}
        size={size ?? 'md'}
        onClick={handleClick}
        className="rounded-full"
      >
        {/* Both labels are in the same grid cell, so that the button never changes its width. */}
        <span className="grid justify-items-center">
          <span className={cn(labelClass, isSubscribed && 'invisible')}>Subscribe</span>
          <span className={cn(labelClass, !isSubscribed && 'invisible')}>
            <Check />
            Subscribed
          </span>
        </span>
      </Button>
      {isSubscribed && (
        <BellMenu channelId={channelId} isKnown={isBellKnown} fallback={<span className="size-11" />} />
      )}
    </span>
  )
}

const labelClass = 'col-start-1 row-start-1 inline-flex items-center gap-1.5'

/** For example '1.2K subscribers'; follows the subscribe button. */
export function SubscriberCount({ channelId, className }: { channelId: string; className?: string }) {
  const { data } = useSubscription(channelId)
  const count = data?.totalSubscriber
  return (
    <span className={className}>
      {count === undefined ? '\u00a0' : `${formatCount(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`}
    </span>
  )
}
