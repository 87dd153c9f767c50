import type { Tweet } from '@vireo/contract'
import { type ComponentProps, type Ref, useState } from 'react'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { tweetListFailure } from './api.ts'
import { TweetCard } from './tweet-card.tsx'
import { TweetListSkeleton } from './tweet-skeleton.tsx'

/** About one screen: cards further down need no animation. */
const enteringCards = 8
const staggerMs = 100
const eagerCards = 2

type TweetListProps = {
  tweets: Tweet[]
  label: string
  /** Whether the list has just been loaded, so that its first cards appear one after the other. */
  isEntering?: boolean
  ref?: Ref<HTMLUListElement>
}

export function TweetList({ tweets, label, isEntering = false, ref }: TweetListProps) {
  // Fixed by id at the first render: a tweet added or deleted later must not restart the animation of the others.
  const [places] = useState(
    () => new Map(tweets.slice(0, enteringCards).map(({ _id }, place) => [_id, place])),
  )
  return (
    <ul ref={ref} aria-label={label} className="grid gap-4">
      {tweets.map((tweet, index) => {
        const place = isEntering ? places.get(tweet._id) : undefined
        return (
          <li
            key={tweet._id}
            className={place === undefined ? 'min-w-0' : 'min-w-0 animate-enter'}
            style={place === undefined ? undefined : { animationDelay: `${place * staggerMs}ms` }}
          >
            <TweetCard tweet={tweet} isEager={index < eagerCards} />
          </li>
        )
      })}
    </ul>
  )
}

type PagedTweetsProps = Pick<ComponentProps<typeof PagedList<Tweet>>, 'list' | 'empty'>

/** Loads more on scroll. A narrow column, because tweets are easiest to read that way. */
export function PagedTweets({ list, empty }: PagedTweetsProps) {
  return (
    <div className="mx-auto max-w-2xl">
      <PagedList list={list} failure={tweetListFailure} loading={<TweetListSkeleton />} empty={empty}>
        {(tweets, ref) => <TweetList ref={ref} tweets={tweets} label="Tweets" />}
      </PagedList>
    </div>
  )
}
