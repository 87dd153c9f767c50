import { Link, useSearchParams } from 'react-router'
import { formatExactCount } from '../../../lib/text/format.ts'
import type { TweetSearch, VideoSearch } from './api.ts'

type SearchTitleProps = { query: string; outcome: Outcome }

/** The search's result with its count. A live region, so that screen readers announce it. */
export function SearchTitle({ query, outcome }: SearchTitleProps) {
  const { isLoading, intro, corrected, count } = outcome
  return (
    <div aria-live="polite" className="grid gap-1">
      <h1 className="line-clamp-3 text-xl wrap-anywhere outline-none">
        {isLoading ? (
          'Loading...'
        ) : (
          <>
            {intro} <bdi>{corrected ? <SearchLink query={corrected} /> : query}</bdi>
          </>
        )}
      </h1>
      {corrected && (
        <p>
          Search instead for <SearchLink query={query} isExact />
        </p>
      )}
      {/* Reserves its space before the count is known. */}
      <p className="min-h-[1.5em] text-muted tabular-nums">{count}</p>
    </div>
  )
}

/** The same search with other words, or with these words as they are. */
function SearchLink({ query, isExact = false }: { query: string; isExact?: boolean }) {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('q', query)
  if (isExact) next.set('exact', 'true')
  return (
    <Link to={{ search: `${next}` }} className="font-semibold text-accent hover:underline">
      <bdi>{query}</bdi>
    </Link>
  )
}

/** A search's result, as shown in the title. */
type Outcome = { isLoading: boolean; intro: string; corrected?: string | undefined; count?: string }

const found = 'Search results for:'

export function outcomeOfVideos({ data, isPending }: VideoSearch): Outcome {
  if (!data) return { isLoading: isPending, intro: found }
  const count = `${formatExactCount(data.total)}${data.isTotalCapped ? '+' : ''} results found`
  const { corrected } = data
  return { isLoading: false, intro: corrected ? 'Showing results for:' : introOf(data), corrected, count }
}

function introOf({ videos, hasMore, isRelated }: NonNullable<VideoSearch['data']>) {
  if (videos.length === 0 && !hasMore) return 'No videos found for:'
  return isRelated ? 'No exact matches found. Showing related results for:' : found
}

export function outcomeOfTweets({ data, isPending, hasNextPage }: TweetSearch): Outcome {
  const isEmpty = data?.length === 0 && !hasNextPage
  return { isLoading: isPending, intro: isEmpty ? 'No tweets found for:' : found }
}
