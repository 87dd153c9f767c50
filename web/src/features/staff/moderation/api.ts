import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { changeDocs, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'

const key = (...parts: string[]) => ['moderation', ...parts]

export const summaryQuery = queryOptions({
  queryKey: key('summary'),
  queryFn: ({ signal }) => call(api.moderation.summary, { signal }),
})

/** The server counts up to a hundred. */
export const countText = (count: number) => (count >= 100 ? '99+' : String(count))

export const casesQuery = pagedQuery(key('cases'), (cursor, signal) =>
  call(api.moderation.cases, { query: { cursor }, signal }),
)

export const heldQuery = pagedQuery(key('held'), async (cursor, signal) => {
  const { docs, nextCursor } = await call(api.moderation.held, { query: { cursor }, signal })
  return { docs: docs.map((doc) => ({ ...doc, _id: doc.comment._id })), nextCursor }
})

export const logQuery = pagedQuery(key('log'), (cursor, signal) =>
  call(api.moderation.log, { query: { cursor }, signal }),
)

export const staffQuery = queryOptions({
  queryKey: key('staff'),
  queryFn: async ({ signal }) => (await call(api.staff.list, { signal })).staff,
})

export const settingsQuery = queryOptions({
  queryKey: key('settings'),
  queryFn: ({ signal }) => call(api.siteSettings.get, { signal }),
})

export const invitationsQuery = queryOptions({
  queryKey: key('invitations'),
  queryFn: async ({ signal }) => (await call(api.siteSettings.invitations, { signal })).invitations,
})

export type DecisionList = 'cases' | 'held'
type Decided = {
  list: DecisionList
  id: string
  /** A suspension closes all cases of this person. */
  suspendedId?: string | undefined
}

/** Removes a decided case or comment from its list; everything else is refetched when it is next shown. */
export function dropDecided(queryClient: QueryClient, { list, id, suspendedId }: Decided) {
  changeDocs<{ _id: string; owner?: { _id: string } }>(queryClient, key(list), id, (docs) =>
    docs.filter(({ _id, owner }) => _id !== id && (!suspendedId || owner?._id !== suspendedId)),
  )
  refreshRest(queryClient, list)
}

/** Resolves when the list has been loaded again. */
export const refreshList = (queryClient: QueryClient, list: DecisionList) =>
  queryClient.invalidateQueries({ queryKey: key(list) })

/** Refetches the page's queries after an action, except those of one list. */
export function refreshRest(queryClient: QueryClient, except?: string) {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'moderation' && queryKey[1] !== except,
  })
}

/** The message for a failed action of this page. */
export const problemOf = (error: unknown) => messageOf(error, 'Something went wrong. Please try again.')

/** Sends an action, shows its result, refetches this page's affected queries, and resolves to whether it worked. */
export function useAction() {
  const queryClient = useQueryClient()
  return async (send: () => Promise<unknown>, success: string) => {
    try {
      await runMutation(queryClient, send)
      toastSuccess(success)
      return true
    } catch (error) {
      toastError(problemOf(error))
      return false
    } finally {
      refreshRest(queryClient)
    }
  }
}
