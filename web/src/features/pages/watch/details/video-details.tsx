import { textParts } from '../../../../lib/text/text-parts.ts'
import { TagLink } from '../../../../navigation/links/tag-link.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx'
import { useCurrentUser } from '../../../people/accounts/api.ts'
import { OwnerAvatar, OwnerName } from '../../../people/accounts/owner-link.tsx'
import { useSubscription } from '../../../people/subscriptions/api.ts'
import { SubscribeButton, SubscriberCount } from '../../../people/subscriptions/subscribe-button.tsx'
import type { VideoDetail } from '../../../publishing/videos/api.ts'
import { VideoBadges } from '../../../publishing/videos/video-badges.tsx'
import { Description } from './description.tsx'
import { VideoActions, type VideoActionsProps } from './video-actions.tsx'

// Loaded on demand, because both are rare.
const FailedNotice = lazyPart(() =>
  import('../../../publishing/videos/processing/failed-notice.tsx').then((m) => m.FailedNotice),
)
const UnblockButton = lazyPart(() =>
  import('../../../people/blocks/unblock-button.tsx').then((m) => m.UnblockButton),
)

type VideoDetailsProps = VideoActionsProps & { onSeek: (seconds: number) => void }

/** Everything about the video below the player. */
export function VideoDetails({ onSeek, ...actions }: VideoDetailsProps) {
  const { video } = actions
  const { user } = useCurrentUser()
  const isOwn = user?._id === video.owner._id
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isOwn && video.status === 'failed' && (
        <div role="alert">
          <FailedNotice video={video} />
        </div>
      )}
      <div>
        {/* Only the owner sees the processing status; everyone sees the visibility. */}
        <VideoBadges video={isOwn ? video : { ...video, status: 'ready' }} className="mb-2" />
        <h1 dir="auto" tabIndex={-1} className="text-xl text-wrap [overflow-wrap:anywhere] outline-none">
          {textParts(video.title).map((part, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title have no id and never move
            part.type === 'tag' ? <TagLink key={index} tag={part.tag} /> : part.text,
          )}
        </h1>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <OwnerRow owner={video.owner} />
        <VideoActions {...actions} />
      </div>
      <Description key={video._id} video={video} onSeek={onSeek} />
    </div>
  )
}

const buttonClass = 'ml-2 max-sm:ml-auto max-[22.5rem]:ml-0'

function OwnerRow({ owner }: Pick<VideoDetail, 'owner'>) {
  const isBlocked = useSubscription(owner._id).data?.isBlocked
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
      {isBlocked ? (
        <UnblockButton person={owner} className={buttonClass} />
      ) : (
        <SubscribeButton channelId={owner._id} className={buttonClass} />
      )}
    </div>
  )
}

/** The same size as the details: title, owner and actions, description. */
export function DetailsSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading video" className="grid content-start gap-3">
      <Skeleton className="h-[1.625rem] w-2/3" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-20" />
          </div>
          <Skeleton className="ml-2 h-10 w-28 rounded-full" />
        </div>
        <Skeleton className="h-10 w-80 max-w-full rounded-full" />
      </div>
      <Skeleton className="h-24 rounded-card" />
    </div>
  )
}
