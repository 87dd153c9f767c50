import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf, type Passkey, type PasskeyRequestOptions } from '@vireo/contract'
import { call, hasCode } from '../../lib/api-client.ts'
import { askForPasskey, forgetUnknown } from './webauthn.ts'

/** Other devices change it, and each sign-in with one does, so it is asked for whenever the page opens. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(api.passkey.list, { signal }),
  staleTime: 0,
})

function patch(queryClient: QueryClient, change: (docs: Passkey[]) => Passkey[]) {
  queryClient.setQueryData(passkeysQuery.queryKey, (data) => data && { docs: change(data.docs) })
}

export const beginAdding = () => call(api.passkey.registrationOptions)

export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.passkey.add>) => call(api.passkey.add, { body }),
    onSuccess: (added) => patch(queryClient, (docs) => [...docs, added]),
  })
}

export function useRenamePasskey(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(api.passkey.rename, { params: { id }, body: { name } }),
    onSuccess: (renamed) => patch(queryClient, (docs) => docs.map((one) => (one._id === id ? renamed : one))),
  })
}

export function useRemovePasskey(id: string, beforeGone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.passkey.remove, { params: { id } }),
    onSuccess: () => {
      beforeGone()
      patch(queryClient, (docs) => docs.filter((one) => one._id !== id))
    },
  })
}

/** What a passkey has signed, and what it was asked. */
export type PasskeyAnswer = {
  options: PasskeyRequestOptions
  response: BodyOf<typeof api.passkey.signIn>['response']
}

export const beginSignIn = () => call(api.passkey.signInOptions)

export async function finishSignIn({ options, response }: PasskeyAnswer) {
  try {
    return await call(api.passkey.signIn, { body: { response } })
  } catch (error) {
    if (hasCode(error, 'passkey.unknown')) void forgetUnknown(options.rpId, response.id)
    throw error
  }
}

/** Instead of the password, for a change to the ways into the account. */
export async function confirmWithPasskey(): Promise<void> {
  const response = await askForPasskey(await call(api.passkey.confirmOptions))
  await call(api.passkey.confirm, { body: { response } })
}
