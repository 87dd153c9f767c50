import { OwnerAvatar, OwnerName } from '../account/owner-link.tsx'
import { SubscribeButton } from '../subscriptions/subscribe-button.tsx'
import { SubscriberCount } from '../subscriptions/subscriber-count.tsx'
import type { VideoDetail } from '../videos/api.ts'

export function OwnerRow({ owner }: Pick<VideoDetail, 'owner'>) {
  return (
    <div className="flex min-w-0 items-center gap-3 max-sm:w-full">
      <OwnerAvatar owner={owner} size="md" className="shrink-0" />
      <div className="grid min-w-0">
        <span className="truncate text-base leading-snug font-semibold">
          <OwnerName owner={owner} />
        </span>
        <SubscriberCount channelId={owner._id} className="truncate text-xs text-muted" />
      </div>
      <SubscribeButton channelId={owner._id} className="ml-2 max-sm:ml-auto" />
    </div>
  )
}
