import { useQueryClient } from '@tanstack/react-query'
import { api, type Tweet, tweetImageAt } from '@vireo/contract'
import { MessageCircle, ThumbsUp } from 'lucide-react'
import { Link } from 'react-router'
import { call, hasCode } from '../../../lib/api-client.ts'
import { requestLike } from '../../../lib/query/request-like.ts'
import { formatCount } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { useAskToSignIn } from '../../../navigation/links/use-ask-to-sign-in.ts'
import { actionClass, likeActionClass } from '../../../ui/buttons/button-class.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { useWhenViewerKnown } from '../../people/accounts/api.ts'
import { ShareAction } from '../share/share-button.tsx'
import { dropPendingTweet, patchTweet } from './api.ts'

/** `onReply` is set on the tweet's own page; elsewhere the reply count links there. */
export function TweetActions({ tweet, onReply }: { tweet: Tweet; onReply?: (() => void) | undefined }) {
  const { _id, repliesCount, content, owner, pictures } = tweet
  const [first] = pictures
  const replies = {
    className: actionClass,
    'aria-label': `${repliesCount} ${repliesCount === 1 ? 'reply' : 'replies'}`,
    'data-tooltip': 'Reply',
    children: (
      <>
        <MessageCircle />
        <span className="min-w-[1ch] tabular-nums">{formatCount(repliesCount)}</span>
      </>
    ),
  }
  return (
    <div className="relative z-10 mt-2 -mb-1.5 -ml-2.5 flex w-fit items-center gap-2 sm:gap-6">
      {onReply ? (
        <button type="button" onClick={onReply} {...replies} />
      ) : (
        <Link to={paths.tweet(_id)} {...replies} />
      )}
      <TweetLike tweet={tweet} />
      <ShareAction
        target={{
          type: 'tweet',
          id: _id,
          title: content,
          author: owner.fullname,
          image: first ? tweetImageAt(first.url, 480) : null,
        }}
      />
    </div>
  )
}

type TweetLikeProps = { tweet: Pick<Tweet, '_id' | 'isLiked' | 'likes'> }

function TweetLike({ tweet: { _id, isLiked, likes } }: TweetLikeProps) {
  const whenViewerKnown = useWhenViewerKnown()
  const toggle = useToggleTweetLike(_id)
  const askToSignIn = useAskToSignIn()
  const handleClick = () =>
    whenViewerKnown((viewer) => {
      if (viewer) void toggle(!isLiked)
      else askToSignIn('Please Sign in to like tweets')
    })
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`Like, ${likes} ${likes === 1 ? 'like' : 'likes'}`}
      data-tooltip="Like"
      onClick={handleClick}
      className={likeActionClass}
    >
      <ThumbsUp />
      <span className="min-w-[1ch] tabular-nums">{formatCount(likes)}</span>
    </button>
  )
}

function useToggleTweetLike(tweetId: string) {
  const queryClient = useQueryClient()
  return (isOn: boolean) =>
    requestLike(queryClient, {
      key: `tweet-like:${tweetId}`,
      isOn,
      patch: (change) => {
        dropPendingTweet(queryClient, tweetId)
        patchTweet(queryClient, tweetId, change)
      },
      send: (isLiked) =>
        call(api.likes.toggleTweet, { params: { tweetId }, body: { isLiked }, keepalive: true }),
      fail: (error) =>
        toastError(isOverloaded(error) ? "Can't handle this right now" : 'Error in toggle like'),
    })
}

/** Too many requests, or an overloaded server. */
function isOverloaded(error: unknown) {
  return hasCode(error, 'request.too-many', 'server.busy', 'server.unavailable')
}
