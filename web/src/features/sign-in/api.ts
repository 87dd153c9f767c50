import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { beginSession } from '../account/api.ts'

export function useSecondStep() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.user.secondStep>) => call(api.user.secondStep, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

/** The deleted account that this browser has just signed in to. */
export const closingAccountQuery = queryOptions({
  queryKey: ['sign-in', 'closing-account'],
  queryFn: ({ signal }) => call(api.user.closingAccount, { signal }),
  // Each sign-in may be to another account.
  staleTime: 0,
  gcTime: 0,
})

export function useRestoreAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.user.restoreAccount),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}
