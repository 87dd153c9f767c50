import { OwnerAvatar, OwnerName } from '../account/owner-link.tsx'
import { SubscribeButton } from '../subscriptions/subscribe-button.tsx'
import { SubscriberCount } from '../subscriptions/subscriber-count.tsx'
import type { VideoDetail } from '../videos/api.ts'

export function OwnerRow({ owner }: Pick<VideoDetail, 'owner'>) {
  return (
    <div className="flex min-w-0 items-center gap-3 max-sm:w-full max-[22.5rem]:flex-wrap">
      <OwnerAvatar owner={owner} size="md" className="shrink-0" />
      {/* On the narrowest phones the name has a line of its own. */}
      <div className="grid min-w-0 max-[22.5rem]:basis-[calc(100%-3.5rem)]">
        <span className="truncate text-base leading-snug font-semibold">
          <OwnerName owner={owner} />
        </span>
        <SubscriberCount channelId={owner._id} className="truncate text-xs text-muted" />
      </div>
      <SubscribeButton channelId={owner._id} className="ml-2 max-sm:ml-auto max-[22.5rem]:ml-0" />
    </div>
  )
}
