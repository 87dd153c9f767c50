import { endpoint } from './endpoint.ts'
import { type Static, t } from './schema.ts'

/** Who may create an account. */
export const signUpModes = ['open', 'invitation', 'closed'] as const
export const signUpMode = t.oneOf(signUpModes)
export type SignUpMode = Static<typeof signUpMode>

export const invite = t.optional(t.string({ maxLength: 200 }))

export const site = {
  signUp: endpoint({
    method: 'GET',
    path: '/site/sign-up',
    auth: 'public',
    summary: 'Who may create an account, and whether an invitation is valid',
    message: 'Sign-up',
    query: t.object({ invite }),
    data: t.object({ signUp: signUpMode, isInvited: t.boolean() }),
  }),
}
