import type { QueryClient } from '@tanstack/react-query'
import { api, type Comment } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { cachedThreads, changeComment, changeThread, countComment } from './cached-comments.ts'
import { type CommentPages, insertInPage } from './comment-pages.ts'
import { type CommentedContent, threadsKey } from './keys.ts'

/** What a creator can do to another person's comment. */
export type CreatorAction = 'remove' | 'hide' | 'silence'

const calls: Record<CreatorAction, (comment: Comment, isOn: boolean) => Promise<unknown>> = {
  remove: ({ _id: commentId }, isRemoved) =>
    call(api.comments.remove, { params: { commentId }, body: { isRemoved } }),
  hide: ({ _id: commentId }, isHidden) =>
    call(api.comments.hide, { params: { commentId }, body: { isHidden } }),
  silence: ({ owner: { _id: userId } }, isSilenced) =>
    call(isSilenced ? api.commentRules.silence : api.commentRules.unsilence, { params: { userId } }),
}

/** Takes a comment, or all of its author's, off the page. Returns a function that undoes it. */
export async function controlComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  comment: Comment,
  { action, beforeRemoval }: { action: CreatorAction; beforeRemoval: () => void },
): Promise<() => Promise<void>> {
  const send = (isOn: boolean) => runMutation(queryClient, () => calls[action](comment, isOn))
  await send(true)
  beforeRemoval()
  const gone = action === 'silence' ? listOf(queryClient, subject, comment.owner._id) : [comment]
  const putBack = gone.map((one) => takeOut(queryClient, subject, one))
  return async () => {
    await send(false)
    for (const put of putBack.reverse()) put()
  }
}

/** The comments of a person that are loaded, replies first: they are counted with the comments above them. */
function listOf(queryClient: QueryClient, subject: CommentedContent, ownerId: string): Comment[] {
  const loaded = cachedThreads(queryClient, subject).flatMap(({ pages }) =>
    pages.flatMap(({ comments }) => comments),
  )
  const byId = new Map(loaded.map((comment) => [comment._id, comment]))
  const theirs = [...byId.values()].filter(({ owner }) => owner._id === ownerId)
  return theirs.sort((one, other) => Number(one.parentId === null) - Number(other.parentId === null))
}

/** Removes a comment from all lists. Returns a function that puts it back in its places. */
function takeOut(queryClient: QueryClient, subject: CommentedContent, comment: Comment) {
  const lists = queryClient.getQueryCache().findAll({ queryKey: threadsKey(subject) })
  const places = lists.flatMap(({ queryKey, state }) => {
    const pages = (state.data as CommentPages | undefined)?.pages ?? []
    return pages.flatMap(({ comments }, page) => {
      const index = comments.findIndex(({ _id }) => _id === comment._id)
      const found = comments[index]
      return found ? [{ queryKey, page, index, found }] : []
    })
  })
  changeComment(queryClient, subject, comment._id, () => null)
  // Of a comment with replies that were taken out before it, the replies are not counted again.
  const counted = places[0]?.found ?? comment
  countComment(queryClient, subject, counted, -1)
  return () => {
    for (const { queryKey, page, index, found } of places)
      changeThread(queryClient, queryKey, (data) => data && insertInPage(data, page, index, found))
    countComment(queryClient, subject, counted, 1)
  }
}
