import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode, isUnreachable } from '../api-client.ts'

/** `onUnauthorized` is called when a call needs a session; it may have ended on another device. */
export function createQueryClient(onUnauthorized: () => void) {
  const onError = (error: Error) => {
    if (hasCode(error, 'auth.required')) onUnauthorized()
  }
  // Microtasks, so that a click's change is rendered before the next click is handled. With the default timer, the
  // second of two quick clicks would still see the old state.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Only without an answer: an error answer would be the same again.
        retry: (failures, error) => failures < 2 && isUnreachable(error),
        staleTime: 30_000,
        // 'always': without a connection a query fails, and the page offers Retry, instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A mutation that outlives its component. Unlike a plain call, it reports a 401 to the query client. */
export function runMutation<Data>(queryClient: QueryClient, mutationFn: () => Promise<Data>): Promise<Data> {
  return queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
}
