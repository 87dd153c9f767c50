import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode, isUnreachable } from './api-client.ts'

/** `onUnauthorized` is called whenever a call needs a session: it may have ended elsewhere. */
export function createQueryClient(onUnauthorized: () => void) {
  const onError = (error: Error) => {
    if (hasCode(error, 'auth.required')) onUnauthorized()
  }
  // What a click changes in the cache is drawn before the next click is handled: with the default, a timer, the
  // second of two quick clicks would still see the state before the first.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // An answer is final.
        retry: (failures, error) => failures < 2 && isUnreachable(error),
        staleTime: 30_000,
        // 'always': when the connection is gone we say so with a Retry instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
