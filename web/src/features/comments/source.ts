import type { QueryClient } from '@tanstack/react-query'
import type { api, Comment, DataOf } from '@vireo/contract'
import type { LikeState } from '../reactions/request-like.ts'

export type CommentPage = DataOf<typeof api.comment.listOfVideo>

/** What differs in words between the places that have comments. */
export type CommentWords = {
  count: (count: number) => string
  placeholder: string
  submit: string
  posted: string
  /** Marks what the person said whose place it is. */
  creator: string
  signIn: string
  empty: string
  fetchFailed: string
  postFailed: string
}

/** Where comments come from and go to: a video's, or the replies to a tweet. Make it once for each place. */
export type CommentSource = {
  /** Where its lists live in the query cache. */
  key: readonly string[]
  /** The video or tweet that they are about. */
  subjectId: string
  /** Whose video or tweet it is: their comments are marked. */
  creatorId: string
  words: CommentWords
  list: (cursor: string | undefined, signal: AbortSignal) => Promise<CommentPage>
  replies: (commentId: string, cursor: string | undefined, signal: AbortSignal) => Promise<CommentPage>
  /** A comment, after the one that it answers. */
  thread: (commentId: string, signal: AbortSignal) => Promise<DataOf<typeof api.comment.thread>>
  add: (text: string, parentId: string | undefined) => Promise<Comment>
  update: (commentId: string, text: string) => Promise<Comment>
  remove: (commentId: string) => Promise<unknown>
  toggleLike: (commentId: string, isLiked: boolean) => Promise<LikeState>
  /** The place's own count, replies included, follows what happens here. */
  changeCount: (queryClient: QueryClient, change: (count: number) => number) => void
}
