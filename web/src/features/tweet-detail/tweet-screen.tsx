import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MissingPage } from '../../app/missing-page.tsx'
import { isNotFound } from '../../lib/api-client.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useRetry } from '../../lib/use-retry.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { toastError } from '../../ui/toast.ts'
import { tweetQuery } from '../tweets/api.ts'
import { TweetSkeleton } from '../tweets/tweet-skeleton.tsx'
import { TweetLayout } from './tweet-layout.tsx'
import { TweetThread } from './tweet-thread.tsx'

const fetchFailure = 'Failed to fetch tweet'

/** Which of its states the page is in. */
export function TweetScreen({ tweetId }: { tweetId: string }) {
  const queryClient = useQueryClient()
  const { data: tweet, error, refetch } = useQuery(tweetQuery(queryClient, tweetId))
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Tweet not found' : tweet && `Tweet by ${tweet.owner.fullname}`)

  // Also when a list had it: it has been deleted since.
  if (isMissing) return <TweetMissing />
  if (tweet) return <TweetThread tweet={tweet} />
  return (
    <TweetLayout>
      {error || isRetrying ? (
        <ErrorState message={fetchFailure} onRetry={retry} isRetrying={isRetrying} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading tweet">
          <TweetSkeleton />
        </div>
      )}
    </TweetLayout>
  )
}

function TweetMissing() {
  useEffect(() => toastError(fetchFailure), [])
  return <MissingPage title="Tweet not found" text="It may have been deleted." />
}
