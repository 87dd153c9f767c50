import type { QueryClient } from '@tanstack/react-query'
import { api, type Owner } from '@vireo/contract'
import { call, isNotFound } from '../../../lib/api-client.ts'
import { changeDocs, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'

const blockedKey = ['blocks', 'list'] as const

const shownAtOnce = 10

export const blockedPeopleQuery = pagedQuery(blockedKey, (cursor, signal) =>
  call(api.blocks.list, { query: { cursor, limit: shownAtOnce }, signal }),
)

export async function blockPerson(queryClient: QueryClient, person: Pick<Owner, '_id'>) {
  await runMutation(queryClient, () => call(api.blocks.add, { params: { userId: person._id } }))
  void queryClient.invalidateQueries({ queryKey: blockedKey })
  reloadAffected(queryClient)
}

/** An account that has since been deleted counts as unblocked. */
export async function unblockPerson(queryClient: QueryClient, { _id }: Pick<Owner, '_id'>) {
  await runMutation(queryClient, () =>
    call(api.blocks.remove, { params: { userId: _id } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
  )
  changeDocs<Owner>(queryClient, blockedKey, _id, (docs) => docs.filter((doc) => doc._id !== _id))
  reloadAffected(queryClient)
}

/** Everything a block changes: lists of comments and tweets, profiles, subscriptions and notifications. */
const affected: readonly unknown[] = ['tweets', 'comments', 'channels', 'subscriptions', 'notifications']

function reloadAffected(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => affected.includes(queryKey[0]) })
}
