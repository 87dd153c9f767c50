import { type ContentKind, firstRowMedia } from '@vireo/contract'
import { Radio } from 'lucide-react'
import { type Ref, useEffect } from 'react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { VideoCard } from '../../library/video-cards/video-card.tsx'
import { gridClass, VideoGridSkeleton } from '../../library/video-cards/video-grid.tsx'
import { useSubscribedChannels } from '../../people/subscriptions/api.ts'
import { ChannelLink } from '../../people/subscriptions/subscription-list.tsx'
import { TweetCard } from '../../publishing/tweets/tweet-card.tsx'
import { TweetListSkeleton } from '../../publishing/tweets/tweet-skeleton.tsx'
import { type FeedItem, markFeedSeen, subscriptionFeedQuery } from './api.ts'
import { EmptyFeed } from './empty-feed.tsx'

const failure = 'Your subscriptions could not be loaded. Please try again'
const skeletons = 8
const nothing: Record<ContentKind | 'all', string> = {
  all: 'Nothing here yet. Subscribe to channels to see their videos and tweets.',
  video: 'No videos yet. Subscribe to channels to see their videos.',
  tweet: 'No tweets yet. Subscribe to channels to see their tweets.',
}

/** Videos and tweets of subscribed channels, or only one of both, newest first. */
export function SubscriptionFeed({ kind }: { kind?: ContentKind }) {
  const list = useLongList(subscriptionFeedQuery(kind))
  // Only once the list is shown. A refetch during this visit keeps the same marks.
  const isShown = list.data !== undefined
  useEffect(() => {
    if (isShown) void markFeedSeen()
  }, [isShown])
  return (
    <PagedList
      list={list}
      failure={failure}
      loading={kind === 'tweet' ? <TweetListSkeleton /> : <VideoGridSkeleton count={skeletons} />}
      empty={
        <EmptyFeed text={nothing[kind ?? 'all']} firstStep={<Link to={paths.home()}>Browse videos</Link>} />
      }
    >
      {(items, ref) => <FeedGrid ref={ref} items={items} />}
    </PagedList>
  )
}

function FeedGrid({ items, ref }: { items: FeedItem[]; ref: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} aria-label="Subscriptions" className={gridClass}>
      {items.map((item, index) => (
        <li key={item._id} className="relative min-w-0">
          {item.isNew && <NewBadge />}
          {item.kind === 'video' ? (
            <VideoCard video={item.video} isEager={index < firstRowMedia.length} />
          ) : (
            <TweetCard tweet={item} isEager={index < firstRowMedia.length} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** At the top edge, which is free on both kinds of card. */
function NewBadge() {
  return (
    <span className="pointer-events-none absolute -top-3 left-3 z-20 rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent">
      New
    </span>
  )
}

/** The subscribed channels that are live. */
export function LiveChannels() {
  const { data, isError, refetch } = useSubscribedChannels({ isEnabled: true })
  const { isRetrying, retry } = useRetry(refetch)
  if (!data && (isError || isRetrying))
    return <ErrorState message={failure} onRetry={retry} isRetrying={isRetrying} />
  if (!data)
    return (
      <SkeletonList label="Loading channels" count={4} className={gridClass}>
        <Skeleton className="h-11 rounded-card" />
      </SkeletonList>
    )
  const live = data.filter(({ isLive }) => isLive)
  if (live.length === 0)
    return <EmptyState icon={<Radio />} text="None of your channels is live at the moment." />
  return (
    <ul aria-label="Live channels" className={gridClass}>
      {live.map((subscription) => (
        <li key={subscription._id} className="min-w-0 rounded-card border border-border bg-surface">
          <ChannelLink {...subscription} isExpanded />
        </li>
      ))}
    </ul>
  )
}
