import { SearchX } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { tweetListFailure } from '../tweets/api.ts'
import { TweetList } from '../tweets/tweet-list.tsx'
import { TweetListSkeleton } from '../tweets/tweet-skeleton.tsx'
import type { TweetSearch } from './api.ts'

export function FoundTweets({ tweets }: { tweets: TweetSearch }) {
  return (
    // As wide as tweets read best.
    <div className="mx-auto max-w-2xl">
      <PagedList
        list={tweets}
        failure={tweetListFailure}
        loading={<TweetListSkeleton />}
        empty={<EmptyState icon={<SearchX />} text="Try other words, or fewer of them." />}
      >
        {(list, ref) => <TweetList ref={ref} tweets={list} label="Tweets" />}
      </PagedList>
    </div>
  )
}
