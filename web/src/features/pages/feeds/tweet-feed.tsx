import { useState } from 'react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { tweetListFailure, tweetListQuery } from '../../publishing/tweets/api.ts'
import { TweetList } from '../../publishing/tweets/tweet-list.tsx'
import { TweetListSkeleton } from '../../publishing/tweets/tweet-skeleton.tsx'
import { EmptyFeed } from './empty-feed.tsx'

export const tweetFeedQuery = tweetListQuery()

/** The newest tweets; loads more on scroll. */
export function TweetFeed() {
  const list = useLongList(tweetFeedQuery)
  // No entrance animation when coming back to a loaded list.
  const [wasLoaded] = useState(list.data !== undefined)
  return (
    <PagedList
      list={list}
      failure={tweetListFailure}
      loading={<TweetListSkeleton />}
      empty={
        <EmptyFeed text="No tweets yet." firstStep={<Link to={paths.createTweet()}>Create a tweet</Link>} />
      }
    >
      {(tweets, ref) => <TweetList ref={ref} tweets={tweets} label="Tweets" isEntering={!wasLoaded} />}
    </PagedList>
  )
}
