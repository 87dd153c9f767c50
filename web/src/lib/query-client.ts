import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** An answer is final; only a lost connection or a broken server is worth asking again. */
export function isUnreachable(error: unknown) {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** `onUnauthorized` hears of every 401: the session may have ended elsewhere. */
export function createQueryClient(onUnauthorized: () => void) {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isUnreachable(error),
        staleTime: 30_000,
        // 'always': when the connection is gone we say so with a Retry instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
