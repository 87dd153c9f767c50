import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf, type Passkey, type PasskeyRequestOptions } from '@vireo/contract'
import { call, hasCode } from '../../../lib/api-client.ts'
import { askForPasskey, forgetUnknown } from './webauthn.ts'

/** Loaded whenever the page opens, because other devices and sign-ins change it. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(api.passkeys.list, { signal }),
  staleTime: 0,
})

function patch(queryClient: QueryClient, change: (docs: Passkey[]) => Passkey[]) {
  queryClient.setQueryData(passkeysQuery.queryKey, (data) => data && { docs: change(data.docs) })
}

export const beginAdding = () => call(api.passkeys.registrationOptions)

export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.passkeys.add>) => call(api.passkeys.add, { body }),
    onSuccess: (added) => patch(queryClient, (docs) => [...docs, added]),
  })
}

export function useRenamePasskey(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(api.passkeys.rename, { params: { id }, body: { name } }),
    onSuccess: (renamed) =>
      patch(queryClient, (docs) => docs.map((passkey) => (passkey._id === id ? renamed : passkey))),
  })
}

export function useRemovePasskey(id: string, beforeRemoval: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.passkeys.remove, { params: { id } }),
    onSuccess: () => {
      beforeRemoval()
      patch(queryClient, (docs) => docs.filter((passkey) => passkey._id !== id))
    },
  })
}

/** A passkey's response, with the options of its request. */
export type PasskeyAnswer = {
  options: PasskeyRequestOptions
  response: BodyOf<typeof api.passkeys.signIn>['response']
}

export const beginSignIn = () => call(api.passkeys.signInOptions)

export async function finishSignIn({ options, response }: PasskeyAnswer) {
  try {
    return await call(api.passkeys.signIn, { body: { response } })
  } catch (error) {
    if (hasCode(error, 'passkey.unknown')) void forgetUnknown(options.rpId, response.id)
    throw error
  }
}

/** Confirms the session with a passkey instead of the password. */
export async function confirmWithPasskey(): Promise<void> {
  const response = await askForPasskey(await call(api.passkeys.confirmOptions))
  await call(api.passkeys.confirm, { body: { response } })
}
