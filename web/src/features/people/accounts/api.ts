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
import { useRef } from 'react'
import { call, hasCode } from '../../../lib/api-client.ts'
import { forgetDocument } from '../../../lib/loading/page-data.ts'
import { sharedCache } from '../../../lib/store/share-target.ts'

/** The key of the profile feature's queries, which account changes invalidate. */
export const channelsKey = ['channels'] as const

/** The signed-in person, or null for a visitor. */
export const currentUserQuery = queryOptions({
  queryKey: ['account', 'current-user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    if (!mayBeSignedIn()) return null
    try {
      return await call(api.accounts.currentUser, { signal })
    } catch (error) {
      if (hasCode(error, 'auth.required')) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/** Scripts cannot read the session cookie. The server sets this one with it, to save visitors the request. */
function mayBeSignedIn(): boolean {
  // On https sites with the prefix __Host-.
  return document.cookie.split('; ').some((cookie) => cookie.endsWith('vireo_signed_in=1'))
}

/** `user` is null for a visitor, and also if loading failed. */
export function useCurrentUser() {
  const { data, isPending, error, refetch, isFetching } = useQuery(currentUserQuery)
  return { user: data ?? null, isLoading: isPending, error, refetch, isFetching }
}

type ViewerAction = (viewer: CurrentUser | null) => void

/**
 * Runs a click's action with the signed-in person, or null for a visitor: at once if the session is loaded, else as
 * soon as it is, so that slow connections lose no click. Of several clicks in the meantime only the last one counts.
 */
export function useWhenViewerKnown() {
  const queryClient = useQueryClient()
  const latest = useRef<ViewerAction>(undefined)
  return (action: ViewerAction) => {
    const viewer = queryClient.getQueryData(currentUserQuery.queryKey)
    if (viewer !== undefined) return action(viewer)
    latest.current = action
    const run: ViewerAction = (loaded) => latest.current === action && action(loaded)
    queryClient.fetchQuery(currentUserQuery).then(run, () => run(null))
  }
}

/** After signing in or registering. Lists loaded for a visitor have no likes or subscriptions. */
export function beginSession(queryClient: QueryClient, user: CurrentUser) {
  return changeViewer(queryClient, user)
}

/** After signing out, changing the password or deleting the account. Removes all of the person's data here. */
export function endSession(queryClient: QueryClient) {
  setSessionEnding(true)
  forgetSharedFiles()
  return changeViewer(queryClient, null)
}

/** Shared files that no form has taken. Browsers have caches only with HTTPS, and may refuse them. */
export function forgetSharedFiles() {
  window.caches?.delete(sharedCache).catch(() => {})
}

async function changeViewer(queryClient: QueryClient, viewer: CurrentUser | null) {
  // Pending responses belong to the previous viewer and must not arrive after this.
  await queryClient.cancelQueries()
  queryClient.setQueryData(currentUserQuery.queryKey, viewer)
  forgetViewerData(queryClient)
}

/** Removes what was loaded for the previous viewer, and loads what is on the page again. */
export function forgetViewerData(queryClient: QueryClient) {
  forgetDocument()
  void queryClient.cancelQueries({ predicate: dependsOnViewer })
  // After the page has rendered for the new viewer, so that it does not load the old viewer's lists again. Not awaited,
  // or signing in would be as slow as the slowest list.
  setTimeout(() => void queryClient.resetQueries({ predicate: dependsOnViewer }), 0)
}

function dependsOnViewer({ queryHash }: Query) {
  return queryHash !== hashKey(currentUserQuery.queryKey)
}

export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.signIn.login>) => call(api.signIn.login, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.signIn.logout),
    onSuccess: () => endSession(queryClient),
  })
}

// Signing out (or changing the password, or deleting the account) leads to another page. Until then, a page for members
// must not redirect to signing in.
let isEnding = false

export function setSessionEnding(value: boolean) {
  isEnding = value
}

export function isSessionEnding() {
  return isEnding
}
