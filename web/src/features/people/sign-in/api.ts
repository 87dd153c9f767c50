import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { beginSession, endSession } from '../accounts/api.ts'

/** The invitation in the address with which this page was opened. */
export const invite = new URLSearchParams(location.search).get('invite') ?? undefined

/** Who can sign up, and whether the invitation is valid. */
export const signUpQuery = queryOptions({
  queryKey: ['account', 'sign-up'],
  queryFn: ({ signal }) => call(api.siteSettings.signUp, { query: { invite }, signal }),
})

export function useRegister() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.signIn.register>) =>
      call(api.signIn.register, { body: { ...body, invite } }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

export const sendSignUpCode = (email: string) => call(api.accounts.sendEmailOtp, { body: { email, invite } })
export const sendResetCode = (email: string) => call(api.accounts.resetPasswordEmailOtp, { body: { email } })
export const verifyCode = (email: string, otp: string) =>
  call(api.accounts.verifyEmailOtp, { body: { email, otp } })

export function useResetPassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.accounts.resetPassword>) =>
      call(api.accounts.resetPassword, { body }),
    // The server ends every session of the account, possibly including this browser's.
    onSuccess: () => endSession(queryClient),
  })
}
