import { formatCount } from '../../lib/format.ts'
import { useSubscription } from './api.ts'

/** '1.2K subscribers'; moves with the button beside it. */
export function SubscriberCount({ channelId, className }: { channelId: string; className?: string }) {
  const { data } = useSubscription(channelId)
  const count = data?.totalSubscriber
  return (
    <span className={className}>
      {count === undefined ? '\u00a0' : `${formatCount(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`}
    </span>
  )
}
