import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf, api, type BodyOf, type ProviderId } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { beginSession } from '../account/api.ts'

/** Which ones there are changes only with a restart of the site. */
export const providersQuery = queryOptions({
  queryKey: ['providers', 'list'],
  queryFn: ({ signal }) => call(api.provider.list, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const starts: Record<ProviderId, typeof api.provider.startGoogle> = {
  google: api.provider.startGoogle,
  github: api.provider.startGithub,
  oidc: api.provider.startOidc,
}

/** Where to take the page to sign in with a provider. */
export function startAddress(id: ProviderId, query: { next?: string | null; invite?: string | undefined }) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  return [addressOf(starts[id]), search.toString()].filter(Boolean).join('?')
}

/** The account that waits to be linked: asked for once, because it is gone as soon as it is linked. */
export const pendingLinkQuery = queryOptions({
  queryKey: ['providers', 'pending-link'],
  queryFn: ({ signal }) => call(api.provider.pendingLink, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
})

export const sendLinkCode = () => call(api.provider.sendLinkCode)

export function useConfirmLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.provider.confirmLink>) => call(api.provider.confirmLink, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

export const identitiesQuery = queryOptions({
  queryKey: ['providers', 'identities'],
  queryFn: ({ signal }) => call(api.provider.identities, { signal }),
  staleTime: 0,
})

/** Begins to link; answers the address to take the page to. */
export const startLink = async (provider: ProviderId) =>
  (await call(api.provider.link, { params: { provider } })).url

export function useUnlink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ provider, isOffered }: { provider: ProviderId; isOffered: boolean }) =>
      call(api.provider.unlink, { params: { provider }, query: { isOffered } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })
}
