import { type Tweet, tweetImageAt } from '@vireo/contract'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { formatCount } from '../../lib/format.ts'
import { actionClass } from '../../ui/action-class.ts'
import { ShareAction } from '../share/share-button.tsx'
import { TweetLike } from './tweet-like.tsx'

/** `onReply` is for the tweet's own page: elsewhere the replies are a page away. */
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
