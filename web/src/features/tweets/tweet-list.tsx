import type { Tweet } from '@vireo/contract'
import { type Ref, useState } from 'react'
import { TweetCard } from './tweet-card.tsx'

/** What a screen holds at first: later ones are there before one comes to them, and do not wait. */
const enteringCards = 8
const staggerMs = 100
const eagerCards = 2

type TweetListProps = {
  tweets: Tweet[]
  label: string
  /** Just loaded, so that the first cards come in one after the other. */
  isEntering?: boolean
  ref?: Ref<HTMLUListElement>
}

export function TweetList({ tweets, label, isEntering = false, ref }: TweetListProps) {
  // By id and once: a tweet that comes or goes later must not make the others enter again.
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
