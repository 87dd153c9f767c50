import { formatExactCount } from '../../lib/format.ts'
import type { TweetSearch, VideoSearch } from './api.ts'

/** What the title says of a search. */
export type Outcome = { isLoading: boolean; intro: string; count?: string }

const found = 'Search results for:'

export function outcomeOfVideos({ data, isPending }: VideoSearch): Outcome {
  if (!data) return { isLoading: isPending, intro: found }
  const count = `${formatExactCount(data.total)}${data.isTotalCapped ? '+' : ''} results found`
  return { isLoading: false, intro: introOf(data), count }
}

function introOf({ videos, hasMore, isRelated }: NonNullable<VideoSearch['data']>) {
  if (videos.length === 0 && !hasMore) return 'No videos found for:'
  return isRelated ? 'No exact matches found. Showing related results for:' : found
}

export function outcomeOfTweets({ data, isPending, hasNextPage }: TweetSearch): Outcome {
  const isNothing = data?.length === 0 && !hasNextPage
  return { isLoading: isPending, intro: isNothing ? 'No tweets found for:' : found }
}
