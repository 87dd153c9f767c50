import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { changeDocs, pagedQuery } from '../../lib/paged-docs.ts'
import { messageOf } from '../account/error-message.ts'

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
  queryFn: async ({ signal }) => (await call(api.moderation.staff, { signal })).staff,
})

export const settingsQuery = queryOptions({
  queryKey: key('settings'),
  queryFn: ({ signal }) => call(api.moderation.settings, { signal }),
})

export const invitationsQuery = queryOptions({
  queryKey: key('invitations'),
  queryFn: async ({ signal }) => (await call(api.moderation.invitations, { signal })).invitations,
})

export type DecisionList = 'cases' | 'held'
type Decided = {
  list: DecisionList
  id: string
  /** Whose cases are all closed by it. */
  suspendedId?: string | undefined
}

/** Takes what was decided out of its list; what follows from it is read again when it is next shown. */
export function dropDecided(queryClient: QueryClient, { list, id, suspendedId }: Decided) {
  changeDocs<{ _id: string; owner?: { _id: string } }>(queryClient, key(list), id, (docs) =>
    docs.filter(({ _id, owner }) => _id !== id && (!suspendedId || owner?._id !== suspendedId)),
  )
  refreshRest(queryClient, list)
}

/** Resolves when the list has been loaded again. */
export const refreshList = (queryClient: QueryClient, list: DecisionList) =>
  queryClient.invalidateQueries({ queryKey: key(list) })

/** After an action that this page shows in more places than one. */
export function refreshRest(queryClient: QueryClient, except?: string) {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'moderation' && queryKey[1] !== except,
  })
}

/** What to say when an action of this page failed. */
export const problemOf = (error: unknown) => messageOf(error, 'That did not work. Please try again.')
