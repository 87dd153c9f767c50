import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { checkComment } from '../../rules/community/comments.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'

export const commentView = t.object({
  _id: id(),
  content: t.string(),
  /** The same as `content`: the spec uses both names. */
  text: t.string(),
  likes: t.integer(),
  isLiked: t.boolean(),
  repliesCount: t.integer(),
  /** The comment to which this is a reply. */
  parentId: t.nullable(id()),
  isEdited: t.boolean(),
  /** Held for review by moderators, or for approval by the creator. Shown only to its author and to them. */
  isHeld: t.boolean(),
  /** Held for approval by the creator, not for review. */
  awaitsCreator: t.boolean(),
  /** Shown first, by the creator of the video or tweet. */
  isPinned: t.boolean(),
  /** Loved by the creator of the video or tweet. */
  isHearted: t.boolean(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  owner: ownerView,
})
export type Comment = Static<typeof commentView>

const text = t.optional(t.string({ maxLength: 20_000 }))
const newText = t.object({ comment: text, content: text, parentId: t.optional(t.string({ maxLength: 100 })) })
const changedText = t.object({ comment: text, content: text })
/** The order of the comments of a video or tweet. */
const commentOrders = ['newest', 'top'] as const
export type CommentOrder = (typeof commentOrders)[number]
const listQuery = t.object({ ...pageQuery, sort: t.optional(t.oneOf(commentOrders)) })
/** Which comments on one's own videos and tweets: those that wait for approval, or those that are hidden. */
const heldStates = ['waiting', 'hidden'] as const
export type HeldState = (typeof heldStates)[number]
const heldView = t.object({
  comment: commentView,
  /** The video or tweet; `title` is the beginning of a tweet. */
  subject: t.object({ kind: t.oneOf(['video', 'tweet']), _id: id(), title: t.string() }),
})
export type HeldOnChannel = Static<typeof heldView>
const commentParams = t.object({ commentId: t.string() })
const page = t.object({
  comments: t.array(commentView),
  totalDocs: t.integer(),
  nextCursor: t.nullable(t.string()),
})

export const comments = {
  addToVideo: endpoint({
    method: 'POST',
    path: '/comment/video/add-comment/:videoId',
    auth: 'session',
    summary: 'Comment on a video, or answer one of its comments',
    message: 'Comment posted',
    params: t.object({ videoId: t.string() }),
    body: newText,
    check: checkComment,
    data: t.object({ comment: commentView }),
  }),
  updateOnVideo: endpoint({
    method: 'PATCH',
    path: '/comment/video/update-comment/:commentId',
    auth: 'session',
    limit: perMinute('edit-comment', 20),
    summary: 'Change one’s own comment',
    message: 'Comment updated',
    params: commentParams,
    body: changedText,
    check: checkComment,
    data: t.object({ updatedComment: commentView }),
  }),
  removeFromVideo: endpoint({
    method: 'DELETE',
    path: '/comment/video/delete-comment/:commentId',
    auth: 'session',
    limit: perMinute('delete-comment', 60),
    summary: 'Delete one’s own comment and its replies',
    message: 'Comment deleted',
    params: commentParams,
    data: t.null(),
  }),
  listOfVideo: endpoint({
    method: 'GET',
    path: '/comment/video/all-comments/:videoId',
    auth: 'public',
    summary: 'The comments of a video, newest or most liked first, without their replies',
    message: 'Comments',
    params: t.object({ videoId: t.string() }),
    query: listQuery,
    data: page,
  }),
  addToTweet: endpoint({
    method: 'POST',
    path: '/comment/tweet/add-comment/:tweetId',
    auth: 'session',
    summary: 'Reply to a tweet, or answer one of its replies',
    message: 'Reply posted',
    params: t.object({ tweetId: t.string() }),
    body: newText,
    check: checkComment,
    data: t.object({ comment: commentView }),
  }),
  updateOnTweet: endpoint({
    method: 'PATCH',
    path: '/comment/tweet/update-comment/:commentId',
    auth: 'session',
    limit: perMinute('edit-comment', 20),
    summary: 'Change one’s own reply to a tweet',
    message: 'Reply updated',
    params: commentParams,
    body: changedText,
    check: checkComment,
    data: t.object({ updatedComment: commentView }),
  }),
  removeFromTweet: endpoint({
    method: 'DELETE',
    path: '/comment/tweet/delete-comment/:commentId',
    auth: 'session',
    limit: perMinute('delete-comment', 60),
    summary: 'Delete one’s own reply to a tweet and what answers it',
    message: 'Reply deleted',
    params: commentParams,
    data: t.null(),
  }),
  listOfTweet: endpoint({
    method: 'GET',
    path: '/comment/tweet/all-comments/:tweetId',
    auth: 'public',
    summary: 'The replies to a tweet, newest or most liked first, without what answers them',
    message: 'Replies',
    params: t.object({ tweetId: t.string() }),
    query: listQuery,
    data: page,
  }),
  pin: endpoint({
    method: 'POST',
    path: '/comment/pin/:commentId',
    auth: 'session',
    summary:
      'Pin a comment on one’s own video or tweet, which lists show first, in place of the one that was pinned before; or unpin it',
    message: 'Comment pinned or unpinned',
    params: commentParams,
    body: t.object({ isPinned: t.boolean() }),
    data: t.object({ comment: commentView }),
  }),
  heart: endpoint({
    method: 'POST',
    path: '/comment/heart/:commentId',
    auth: 'session',
    summary: 'Give a heart to a comment or reply on one’s own video or tweet, or take it back',
    message: 'Heart given or taken back',
    params: commentParams,
    body: t.object({ isHearted: t.boolean() }),
    data: t.object({ comment: commentView }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/comment/remove/:commentId',
    auth: 'session',
    limit: perMinute('control-comment', 120),
    summary:
      'Remove another person’s comment on one’s own video or tweet, with its replies; or restore it, until its author is told',
    message: 'Comment removed or restored',
    params: commentParams,
    body: t.object({ isRemoved: t.boolean() }),
    data: t.null(),
  }),
  hide: endpoint({
    method: 'POST',
    path: '/comment/hide/:commentId',
    auth: 'session',
    limit: perMinute('control-comment', 120),
    summary:
      'Hide another person’s comment on one’s own video or tweet from everybody but its author, who is not told; or show it',
    message: 'Comment hidden or shown',
    params: commentParams,
    body: t.object({ isHidden: t.boolean() }),
    data: t.null(),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/comment/approve/:commentId',
    auth: 'session',
    limit: perMinute('control-comment', 120),
    summary:
      'Show a comment that waits for approval on one’s own video or tweet, if it is still as it was read',
    message: 'Comment approved',
    params: commentParams,
    body: t.object({ updatedAt: timestamp() }),
    data: t.null(),
  }),
  held: endpoint({
    method: 'GET',
    path: '/comment/held',
    auth: 'session',
    summary:
      'Comments on one’s own videos and tweets that wait for approval, or that are hidden, newest first',
    message: 'Held comments',
    query: t.object({ ...pageQuery, state: t.oneOf(heldStates) }),
    data: pageOf(heldView),
  }),
  replies: endpoint({
    method: 'GET',
    path: '/comment/replies/:commentId',
    auth: 'public',
    summary: 'The replies to a comment, oldest first',
    message: 'Replies',
    params: commentParams,
    query: t.object(pageQuery),
    data: page,
  }),
  thread: endpoint({
    method: 'GET',
    path: '/comment/thread/:commentId',
    auth: 'public',
    summary: 'A comment, after the one that it answers, and the video or tweet that it is about',
    message: 'Comment',
    params: commentParams,
    data: t.object({ comments: t.array(commentView), subjectId: id() }),
  }),
}
