import {
  hashKey,
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type BodyOf, type CurrentUser } from '@vireo/contract'
import { call, hasCode } from '../../lib/api-client.ts'
import { setLeaving } from './leaving.ts'

/** What profiles show of people. Their query is the profile's; whoever changes what it shows invalidates this. */
export const channelsKey = ['channels'] as const

/** The signed-in person, or null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current-user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    if (!mayBeSignedIn()) return null
    try {
      return await call(api.user.currentUser, { signal })
    } catch (error) {
      if (hasCode(error, 'auth.required')) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/** The session itself is out of a script's reach; the server sets this beside it, so that visitors need not ask. */
function mayBeSignedIn(): boolean {
  return document.cookie.split('; ').includes('vireo_signed_in=1')
}

/** `user` is null for a visitor, and also when the load failed: then nobody is signed in as far as we know. */
export function useCurrentUser() {
  const { data, isPending, error, refetch, isFetching } = useQuery(currentUserQuery)
  return { user: data ?? null, isLoading: isPending, error, refetch, isFetching }
}

/** After signing in or registering: lists were loaded for a visitor, and carry nobody's likes or subscriptions. */
export function beginSession(queryClient: QueryClient, user: CurrentUser) {
  return changeViewer(queryClient, user)
}

/** After signing out, a change of password or a deleted account: nothing of the person stays in memory. */
export function endSession(queryClient: QueryClient) {
  setLeaving(true)
  return changeViewer(queryClient, null)
}

async function changeViewer(queryClient: QueryClient, viewer: CurrentUser | null) {
  // An answer on its way still speaks to the viewer before, and must not arrive after this.
  await queryClient.cancelQueries()
  queryClient.setQueryData(currentUserQuery.queryKey, viewer)
  // Once the page knows who is here: by then it no longer asks a visitor's page for a member's lists. Nobody
  // waits for the lists, or a sign-in would be as slow as the slowest of them.
  setTimeout(() => void queryClient.resetQueries({ predicate: isOfOneViewer }), 0)
}

function isOfOneViewer({ queryHash }: Query) {
  return queryHash !== hashKey(currentUserQuery.queryKey)
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
