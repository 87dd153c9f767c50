import type { QueryClient } from '@tanstack/react-query'
import { api, type Owner } from '@vireo/contract'
import { call, isNotFound } from '../../lib/api-client.ts'
import { changeDocs, pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'

const blockedKey = ['blocks', 'list'] as const

const shownAtOnce = 10

export const blockedPeopleQuery = pagedQuery(blockedKey, (cursor, signal) =>
  call(api.block.list, { query: { cursor, limit: shownAtOnce }, signal }),
)

export async function blockPerson(queryClient: QueryClient, person: Pick<Owner, '_id'>) {
  await runMutation(queryClient, () => call(api.block.add, { params: { userId: person._id } }))
  void queryClient.invalidateQueries({ queryKey: blockedKey })
  reloadAffected(queryClient)
}

/** One whose account is gone is as good as unblocked. */
export async function unblockPerson(queryClient: QueryClient, { _id }: Pick<Owner, '_id'>) {
  await runMutation(queryClient, () =>
    call(api.block.remove, { params: { userId: _id } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
  )
  changeDocs<Owner>(queryClient, blockedKey, _id, (docs) => docs.filter((doc) => doc._id !== _id))
  reloadAffected(queryClient)
}

/** A block changes what every list of comments and tweets holds, profiles, who is followed, and of whom one is told. */
const affected: readonly unknown[] = ['tweets', 'comments', 'channels', 'subscriptions', 'notifications']

function reloadAffected(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => affected.includes(queryKey[0]) })
}
