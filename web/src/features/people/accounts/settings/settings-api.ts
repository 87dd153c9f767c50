import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf, type CurrentUser } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { channelsKey, currentUserQuery, endSession } from '../api.ts'

function cacheUser(queryClient: QueryClient, user: CurrentUser) {
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  void queryClient.invalidateQueries({ queryKey: channelsKey })
}

function useUserMutation<Input>(mutationFn: (input: Input) => Promise<CurrentUser>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: (user) => cacheUser(queryClient, user) })
}

/** Changes with every upload, so it is loaded whenever the page opens. */
export const storageQuery = queryOptions({
  queryKey: ['account', 'storage'],
  queryFn: ({ signal }) => call(api.diskSpace.storage, { signal }),
  staleTime: 0,
})

export function useUpdateAccount() {
  return useUserMutation((body: BodyOf<typeof api.accounts.updateAccount>) =>
    call(api.accounts.updateAccount, { body }),
  )
}

export function useSetPassword() {
  return useUserMutation((password: string) => call(api.accounts.setPassword, { body: { password } }))
}

export function useConfirmEmail() {
  return useUserMutation((body: BodyOf<typeof api.accounts.confirmEmail>) =>
    call(api.accounts.confirmEmail, { body }),
  )
}

export function useUpdateAvatar() {
  return useUserMutation((file: File) => call(api.accounts.updateAvatar, { form: formOf('avatar', file) }))
}

export function useUpdateCover() {
  return useUserMutation((file: File) => call(api.accounts.updateCover, { form: formOf('coverimage', file) }))
}

/** The server signs the person out everywhere. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.accounts.changePassword>) =>
      call(api.accounts.changePassword, { body }),
    onSuccess: () => endSession(queryClient),
  })
}

export function useDeleteAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.accountDeletion.deleteAccount>) =>
      call(api.accountDeletion.deleteAccount, { body }),
    onSuccess: () => endSession(queryClient),
  })
}

function formOf(name: string, file: File) {
  const form = new FormData()
  form.append(name, file)
  return form
}
