import { useQueryClient } from '@tanstack/react-query'
import { api, type Tweet } from '@vireo/contract'
import { Heart } from 'lucide-react'
import { call, hasCode } from '../../lib/api-client.ts'
import { cn } from '../../lib/cn.ts'
import { formatCount } from '../../lib/format.ts'
import { actionClass } from '../../ui/action-class.ts'
import { toastError } from '../../ui/toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { requestLike } from '../reactions/request-like.ts'
import { dropPendingTweet, patchTweet } from './api.ts'

type TweetLikeProps = { tweet: Pick<Tweet, '_id' | 'isLiked' | 'likes'> }

export function TweetLike({ tweet: { _id, isLiked, likes } }: TweetLikeProps) {
  const { user, isLoading } = useCurrentUser()
  const toggle = useToggleTweetLike(_id)
  const handleClick = () => {
    // A click before we know who is here says nothing rather than something wrong.
    if (isLoading) return
    if (user) void toggle(!isLiked)
    else toastError('Please Sign in to like tweets')
  }
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`Like, ${likes} ${likes === 1 ? 'like' : 'likes'}`}
      data-tooltip="Like"
      onClick={handleClick}
      className={cn(actionClass, 'aria-pressed:text-danger! active:[&_svg]:scale-90')}
    >
      <Heart />
      <span className="min-w-[1ch] tabular-nums">{formatCount(likes)}</span>
    </button>
  )
}

function useToggleTweetLike(tweetId: string) {
  const queryClient = useQueryClient()
  return (isWanted: boolean) =>
    requestLike(queryClient, {
      key: `tweet-like:${tweetId}`,
      isWanted,
      patch: (change) => {
        dropPendingTweet(queryClient, tweetId)
        patchTweet(queryClient, tweetId, change)
      },
      send: (isLiked) =>
        call(api.like.toggleTweet, { params: { tweetId }, body: { isLiked }, keepalive: true }),
      fail: (error) => toastError(isTooMuch(error) ? "Can't handle this right now" : 'Error in toggle like'),
    })
}

/** Too many likes at once, or a server that has too much to do. */
function isTooMuch(error: unknown) {
  return hasCode(error, 'request.too-many', 'server.busy', 'server.unavailable')
}
