import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf, type CurrentUser } from '@vireo/contract'
import { ApiError, call } from '../../lib/api-client.ts'

/** The signed-in person, or null for a visitor. Every other account key starts with 'account' too. */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current-user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call(api.user.currentUser, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/** `user` is null for a visitor, and also when the load failed: then nobody is signed in as far as we know. */
export function useCurrentUser() {
  const { data, isPending, error, refetch, isFetching } = useQuery(currentUserQuery)
  return { user: data ?? null, isLoading: isPending, error, refetch, isFetching }
}

/** After signing in or registering: lists were loaded for a visitor, and carry nobody's likes or subscriptions. */
export function beginSession(queryClient: QueryClient, user: CurrentUser) {
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  return forgetViewer(queryClient)
}

/** After signing out, a change of password or a deleted account: nothing of the person stays in memory. */
export function endSession(queryClient: QueryClient) {
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  return forgetViewer(queryClient)
}

function forgetViewer(queryClient: QueryClient) {
  return queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
}

export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.user.login>) => call(api.user.login, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.user.logout),
    onSuccess: () => endSession(queryClient),
  })
}
