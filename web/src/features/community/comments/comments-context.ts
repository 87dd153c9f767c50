import { api, type CommentOrder, type CurrentUser, commentsOffMessages, type Owner } from '@vireo/contract'
import { createContext, use } from 'react'
import { formatExactCount } from '../../../lib/text/format.ts'
import type { CommentedContent } from './api/keys.ts'

export type CommentsContextValue = {
  subject: CommentedContent
  /** The author of the video or tweet. */
  creator: Owner
  words: (typeof commentWords)[CommentedContent['kind']]
  viewer: CurrentUser | null
  order: CommentOrder
  /** The length of the video: timestamps within it become links that seek. */
  duration?: number | undefined
  onSeek?: ((seconds: number) => void) | undefined
}

export const CommentsContext = createContext<CommentsContextValue | null>(null)

export function useComments(): CommentsContextValue {
  const value = use(CommentsContext)
  if (!value) throw new Error('useComments needs a <CommentSection> around it')
  return value
}

export const commentWords = {
  video: {
    count: (count: number) => `${formatExactCount(count)} ${count === 1 ? 'comment' : 'comments'}`,
    placeholder: 'Add a comment...',
    submit: 'Comment',
    posted: api.comments.addToVideo.message,
    /** Marks comments by the author of the video or tweet. */
    creator: 'Creator',
    loved: 'Loved by the creator',
    pinned: 'Comment pinned',
    unpinned: 'Comment unpinned',
    replacePinned: 'Replace the pinned comment?',
    pinFailed: 'Failed to pin comment',
    sort: 'Sort comments',
    signIn: 'Sign in to comment',
    empty: 'No comments yet.',
    fresh: (count: number, hasMore: boolean) =>
      `${count}${hasMore ? '+' : ''} new ${count === 1 && !hasMore ? 'comment' : 'comments'}`,
    missing: 'This comment is not available. It may have been deleted.',
    off: commentsOffMessages.video,
    title: 'Comments',
    awaitsCreator: 'Others see this when the creator has approved it.',
    held: 'Comments are shown when the creator has approved them.',
    removed: 'Comment removed',
    hidden: 'Comment hidden',
    fetchFailed: 'Failed to fetch video comments',
    postFailed: 'Failed to post comment',
  },
  tweet: {
    count: (count: number) => `${formatExactCount(count)} ${count === 1 ? 'reply' : 'replies'}`,
    placeholder: 'Tweet your reply...',
    submit: 'Reply',
    posted: api.comments.addToTweet.message,
    creator: 'Author',
    loved: 'Loved by the author',
    pinned: 'Reply pinned',
    unpinned: 'Reply unpinned',
    replacePinned: 'Replace the pinned reply?',
    pinFailed: 'Failed to pin reply',
    sort: 'Sort replies',
    signIn: 'Sign in to reply',
    empty: 'No replies yet.',
    fresh: (count: number, hasMore: boolean) =>
      `${count}${hasMore ? '+' : ''} new ${count === 1 && !hasMore ? 'reply' : 'replies'}`,
    missing: 'This reply is not available. It may have been deleted.',
    off: commentsOffMessages.tweet,
    title: 'Replies',
    awaitsCreator: 'Others see this when the author has approved it.',
    held: 'Replies are shown when the author has approved them.',
    removed: 'Reply removed',
    hidden: 'Reply hidden',
    fetchFailed: 'Failed to fetch tweet replies',
    postFailed: 'Failed to post reply',
  },
}
