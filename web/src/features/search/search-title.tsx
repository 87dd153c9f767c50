import type { Outcome } from './outcome.ts'

type SearchTitleProps = { query: string; outcome: Outcome }

/** What was found, in a line and a number. Spoken as it changes: it is the answer to what was asked for. */
export function SearchTitle({ query, outcome: { isLoading, intro, count } }: SearchTitleProps) {
  return (
    <div aria-live="polite" className="grid gap-1">
      <h1 className="line-clamp-3 text-xl wrap-anywhere outline-none">
        {isLoading ? (
          'Loading...'
        ) : (
          <>
            {intro} <bdi>{query}</bdi>
          </>
        )}
      </h1>
      {/* Keeps its place while it is not known yet. */}
      <p className="min-h-[1.5em] text-muted tabular-nums">{count}</p>
    </div>
  )
}
