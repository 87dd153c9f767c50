import { SearchX } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedTweets } from '../../publishing/tweets/tweet-list.tsx'
import type { TweetSearch } from './api.ts'

export function FoundTweets({ tweets }: { tweets: TweetSearch }) {
  return (
    <PagedTweets
      list={tweets}
      empty={<EmptyState icon={<SearchX />} text="Try other words, or fewer of them." />}
    />
  )
}
