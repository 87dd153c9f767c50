import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type CommentRules, type HeldState, type Owner } from '@vireo/contract'
import { call, isNotFound } from '../../../lib/api-client.ts'
import { changeDocs, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'

const heldKey = ['channel-comments'] as const

/** The comments on the viewer's videos and tweets that wait for approval, or are hidden. */
export const heldQuery = (state: HeldState) =>
  pagedQuery([...heldKey, state], async (cursor, signal) => {
    const { docs, nextCursor } = await call(api.comments.held, { query: { state, cursor }, signal })
    return { docs: docs.map((doc) => ({ ...doc, _id: doc.comment._id })), nextCursor }
  })

export const reloadHeld = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: heldKey })

/** Removes a comment about which something was decided from its list; other lists are loaded when they are shown. */
export function dropHeld(queryClient: QueryClient, id: string) {
  changeDocs<{ _id: string }>(queryClient, heldKey, id, (docs) => docs.filter(({ _id }) => _id !== id))
  void queryClient.invalidateQueries({ queryKey: heldKey, refetchType: 'none' })
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'comments' || queryKey[0] === 'notifications',
  })
}

export const rulesQuery = queryOptions({
  queryKey: ['comment-rules'],
  queryFn: ({ signal }) => call(api.commentRules.get, { signal }),
})

export async function setMode(
  queryClient: QueryClient,
  rules: CommentRules,
  mode: CommentRules['commentsMode'],
) {
  queryClient.setQueryData(rulesQuery.queryKey, { ...rules, commentsMode: mode })
  try {
    await runMutation(queryClient, () => call(api.commentRules.setMode, { body: { commentsMode: mode } }))
  } catch (error) {
    queryClient.setQueryData(
      rulesQuery.queryKey,
      (now) => now && { ...now, commentsMode: rules.commentsMode },
    )
    throw error
  }
}

const silencedKey = ['comment-rules-silenced'] as const
const shownAtOnce = 10

export const silencedQuery = pagedQuery(silencedKey, (cursor, signal) =>
  call(api.commentRules.silenced, { query: { cursor, limit: shownAtOnce }, signal }),
)

/** An account that has since been deleted counts as shown again. */
export async function unsilence(queryClient: QueryClient, { _id: userId }: Owner) {
  await runMutation(queryClient, () =>
    call(api.commentRules.unsilence, { params: { userId } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
  )
  changeDocs<Owner>(queryClient, silencedKey, userId, (docs) => docs.filter(({ _id }) => _id !== userId))
}
