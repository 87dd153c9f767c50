import type { Tweet } from '@vireo/contract'
import { useMemo, useRef } from 'react'
import { CommentSection } from '../comments/comment-section.tsx'
import { tweetComments } from '../comments/tweet-comments.ts'
import { TweetCard } from '../tweets/tweet-card.tsx'
import { TweetLayout } from './tweet-layout.tsx'
import { useGoBack } from './use-go-back.ts'

/** The whole tweet and what was said to it. */
export function TweetThread({ tweet }: { tweet: Tweet }) {
  const { _id, owner, repliesCount } = tweet
  const goBack = useGoBack()
  const replies = useRef<HTMLDivElement>(null)
  const source = useMemo(() => tweetComments(_id, owner._id), [_id, owner._id])
  return (
    <TweetLayout>
      <TweetCard
        tweet={tweet}
        isEager
        onReply={() => replies.current?.querySelector('textarea')?.focus()}
        onDeleted={goBack}
      />
      <div ref={replies} className="pt-2">
        <CommentSection source={source} count={repliesCount} />
      </div>
    </TweetLayout>
  )
}
