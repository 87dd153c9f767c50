import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { beginSession } from '../../accounts/api.ts'

export function useSecondStep() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.signIn.secondStep>) => call(api.signIn.secondStep, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

/** Whether a sign-in is waiting for its second step; if the page was opened by its address, there may be none. */
export const pendingSecondStepQuery = queryOptions({
  queryKey: ['sign-in', 'second-step'],
  queryFn: ({ signal }) => call(api.signIn.pendingSecondStep, { signal }),
  gcTime: 0,
})

/** The account that is about to be deleted and that this browser has just signed in to. */
export const closingAccountQuery = queryOptions({
  queryKey: ['sign-in', 'closing-account'],
  queryFn: ({ signal }) => call(api.accountDeletion.closingAccount, { signal }),
  // Each sign-in may be to another account.
  staleTime: 0,
  gcTime: 0,
})

export function useRestoreAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.accountDeletion.restoreAccount),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}
