import { api, type Tweet } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { formatExactCount } from '../../lib/format.ts'
import { patchTweet } from '../tweets/api.ts'
import { anyComments } from './any-comments.ts'
import type { CommentSource, CommentWords } from './source.ts'

const words: CommentWords = {
  count: (count) => `${formatExactCount(count)} ${count === 1 ? 'reply' : 'replies'}`,
  placeholder: 'Tweet your reply...',
  submit: 'Reply',
  posted: api.comment.addToTweet.message,
  creator: 'Author',
  signIn: 'Sign in to reply',
  empty: 'No replies yet.',
  fetchFailed: 'Failed to fetch tweet replies',
  postFailed: 'Failed to post reply',
}

/** The replies to a tweet, and what was said to them. */
export function tweetComments(tweetId: string, creatorId: Tweet['owner']['_id']): CommentSource {
  const params = { tweetId }
  return {
    ...anyComments,
    key: ['comments', 'tweet', tweetId],
    subjectId: tweetId,
    creatorId,
    words,
    list: (cursor, signal) => call(api.comment.listOfTweet, { params, query: { cursor }, signal }),
    add: async (content, parentId) => {
      const answer = await call(api.comment.addToTweet, { params, body: { content, parentId } })
      return answer.comment
    },
    update: async (commentId, comment) => {
      const answer = await call(api.comment.updateOnTweet, { params: { commentId }, body: { comment } })
      return answer.updatedComment
    },
    remove: (commentId) => call(api.comment.removeFromTweet, { params: { commentId } }),
    changeCount: (queryClient, change) =>
      patchTweet(queryClient, tweetId, ({ repliesCount }) => ({
        repliesCount: Math.max(0, change(repliesCount)),
      })),
  }
}
