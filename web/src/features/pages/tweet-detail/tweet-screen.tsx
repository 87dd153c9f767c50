import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tweet } from '@vireo/contract'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isNotFound } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { MissingPage } from '../../../navigation/errors/missing-page.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { CommentSection } from '../../community/comments/comment-section.tsx'
import { tweetQuery } from '../../publishing/tweets/api.ts'
import { TweetCard } from '../../publishing/tweets/tweet-card.tsx'
import { TweetSkeleton } from '../../publishing/tweets/tweet-skeleton.tsx'

const fetchFailure = 'Failed to fetch tweet'

/** The tweet, or its loading, failed or not-found state. */
export function TweetScreen({ tweetId }: { tweetId: string }) {
  const queryClient = useQueryClient()
  const { data: tweet, error, refetch } = useQuery(tweetQuery(queryClient, tweetId))
  const { isRetrying, retry } = useRetry(refetch)
  const isMissing = isNotFound(error)
  usePageTitle(isMissing ? 'Tweet not found' : tweet && `Tweet by ${tweet.owner.fullname}`)

  // Even if a cached list still has the tweet, it has been deleted since.
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

/** The whole tweet and the replies to it. */
function TweetThread({ tweet }: { tweet: Tweet }) {
  const { _id, owner, repliesCount, commentsMode } = tweet
  const goBack = useGoBack()
  const replies = useRef<HTMLDivElement>(null)
  return (
    <TweetLayout>
      <TweetCard
        tweet={tweet}
        isEager
        onReply={() => replies.current?.querySelector('textarea')?.focus()}
        onDeleted={goBack}
      />
      <div ref={replies} className="pt-2">
        <CommentSection kind="tweet" id={_id} creator={owner} count={repliesCount} mode={commentsMode} />
      </div>
    </TweetLayout>
  )
}

function TweetLayout({ children }: { children: ReactNode }) {
  const goBack = useGoBack()
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex items-center gap-2">
        <IconButton label="Back" onClick={goBack} className="-ml-2.5">
          <ArrowLeft />
        </IconButton>
        <h1 className="text-xl">Tweet</h1>
      </div>
      {children}
    </div>
  )
}

/** Goes back to the previous page, or to all tweets if the visit began here. */
function useGoBack() {
  const navigate = useNavigate()
  return () => {
    // The router numbers the entries of this site in `history.state`.
    const { idx = 0 }: { idx?: number } = window.history.state ?? {}
    void (idx > 0 ? navigate(-1) : navigate(paths.tweets(), { replace: true }))
  }
}
