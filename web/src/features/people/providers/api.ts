import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf, api, type BodyOf, type ProviderId } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { beginSession } from '../accounts/api.ts'

/** Changes only when the server restarts. */
export const providersQuery = queryOptions({
  queryKey: ['providers', 'list'],
  queryFn: ({ signal }) => call(api.providers.list, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const starts: Record<ProviderId, typeof api.providers.startGoogle> = {
  google: api.providers.startGoogle,
  github: api.providers.startGithub,
  oidc: api.providers.startOidc,
}

/** The address that starts a sign-in with a provider. */
export function startAddress(id: ProviderId, query: Record<string, string | null | undefined>) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  return [addressOf(starts[id]), search.toString()].filter(Boolean).join('?')
}

/** The provider's account that is waiting to be linked. Loaded once, because linking removes it. */
export const pendingLinkQuery = queryOptions({
  queryKey: ['providers', 'pending-link'],
  queryFn: ({ signal }) => call(api.providers.pendingLink, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
})

export const sendLinkCode = () => call(api.providers.sendLinkCode)

export function useConfirmLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.providers.confirmLink>) => call(api.providers.confirmLink, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

export const identitiesQuery = queryOptions({
  queryKey: ['providers', 'identities'],
  queryFn: ({ signal }) => call(api.providers.identities, { signal }),
  staleTime: 0,
})

/** Starts linking; returns the provider's address to navigate to. */
export const startLink = async (provider: ProviderId) =>
  (await call(api.providers.link, { params: { provider } })).url

export function useUnlink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ provider, isOffered }: { provider: ProviderId; isOffered: boolean }) =>
      call(api.providers.unlink, { params: { provider }, query: { isOffered } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })
}
