import type { QueryClient } from '@tanstack/react-query'
import { api, type QueryOf } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { isToggling } from '../../../../lib/query/optimistic-toggle.ts'
import { pagedQuery } from '../../../../lib/query/paged-docs.ts'
import { cacheSubscription, managedKey } from '../api.ts'
import { bellKey, bellQuery } from '../bell-menu.tsx'

type Listing = Pick<QueryOf<typeof api.subscriptions.list>, 'query' | 'sort'>

/** Stores the states of the channels where their buttons read them, so that these send no request each. */
export function managedSubscriptionsQuery(queryClient: QueryClient, listing: Listing) {
  return pagedQuery([...managedKey, listing] as const, async (cursor, signal) => {
    const page = await call(api.subscriptions.list, { query: { ...listing, cursor }, signal })
    for (const { _id, totalSubscriber, bell } of page.docs) {
      cacheSubscription(queryClient, _id, { isSubscribed: true, totalSubscriber, isBlocked: false })
      if (!isToggling(bellKey(_id))) queryClient.setQueryData(bellQuery(_id).queryKey, bell)
    }
    return page
  })
}
