import { type Ref, useEffect } from 'react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { VideoCard } from '../../library/video-cards/video-card.tsx'
import { TweetCard } from '../../publishing/tweets/tweet-card.tsx'
import { TweetListSkeleton } from '../../publishing/tweets/tweet-skeleton.tsx'
import { type FeedItem, markFeedSeen, subscriptionFeedQuery } from './api.ts'
import { EmptyFeed } from './empty-feed.tsx'

const failure = 'Your subscriptions could not be loaded. Please try again'
const cardSizes = '(width < 768px) calc(100vw - 2rem), 42rem'
const eagerCards = 2

/** Videos and tweets of subscribed channels, newest first. */
export function SubscriptionFeed() {
  const list = useLongList(subscriptionFeedQuery)
  // Only once the list is shown. A refetch during this visit keeps the same marks.
  const isShown = list.data !== undefined
  useEffect(() => {
    if (isShown) void markFeedSeen()
  }, [isShown])
  return (
    <PagedList
      list={list}
      failure={failure}
      loading={<TweetListSkeleton />}
      empty={
        <EmptyFeed
          text="Nothing here yet. Subscribe to channels to see their videos and tweets."
          firstStep={<Link to={paths.home()}>Browse videos</Link>}
        />
      }
    >
      {(items, ref) => <FeedList ref={ref} items={items} />}
    </PagedList>
  )
}

function FeedList({ items, ref }: { items: FeedItem[]; ref: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} aria-label="Subscriptions" className="grid gap-6">
      {items.map((item, index) => (
        <li key={item._id} className="relative min-w-0">
          {item.isNew && <NewBadge />}
          {item.kind === 'video' ? (
            <VideoCard video={item.video} sizes={cardSizes} isEager={index < eagerCards} />
          ) : (
            <TweetCard tweet={item} isEager={index < eagerCards} />
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
