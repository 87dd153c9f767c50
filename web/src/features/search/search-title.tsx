import type { VideoSearch } from './api.ts'

const numbers = new Intl.NumberFormat('en')

type SearchTitleProps = { query: string; results: VideoSearch }

/** What was found, in a line and a number. */
export function SearchTitle({ query, results: { data: found, isPending, isError } }: SearchTitleProps) {
  return (
    // Spoken as it changes: it is the answer to what was asked for.
    <div aria-live="polite" className="grid gap-1">
      <h1 className="line-clamp-3 text-xl wrap-anywhere outline-none">
        {isPending && !isError ? (
          'Loading...'
        ) : (
          <>
            {introOf(found)} <bdi>{query}</bdi>
          </>
        )}
      </h1>
      {found && (
        <p className="text-muted tabular-nums">
          {numbers.format(found.total)}
          {found.isTotalCapped && '+'} results found
        </p>
      )}
    </div>
  )
}

function introOf(found: VideoSearch['data']) {
  if (found?.videos.length === 0) return 'No videos found for:'
  if (found?.isRelated) return 'No exact matches found. Showing related results for:'
  return 'Search results for:'
}
