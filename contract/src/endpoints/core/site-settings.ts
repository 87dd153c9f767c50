import { endpoint, perMinute } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'

/** Who may create an account. */
const signUpModes = ['open', 'invitation', 'closed'] as const
const signUpMode = t.oneOf(signUpModes)
export type SignUpMode = Static<typeof signUpMode>

export const invite = t.optional(t.string({ maxLength: 200 }))

const invitationView = t.object({
  _id: id(),
  note: t.string(),
  usesLeft: t.integer(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
})
export type Invitation = Static<typeof invitationView>

const settingsView = t.object({ signUp: signUpMode, heldWords: t.array(t.string()) })
export type SiteSettings = Static<typeof settingsView>

const heldWordList = t.array(t.string({ maxLength: limits.heldWordLength }), { maxItems: limits.heldWords })

export const siteSettings = {
  signUp: endpoint({
    method: 'GET',
    path: '/site/sign-up',
    auth: 'public',
    summary: 'Who may create an account, and whether an invitation is valid',
    message: 'Sign-up',
    query: t.object({ invite }),
    data: t.object({ signUp: signUpMode, isInvited: t.boolean() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/moderation/settings',
    auth: 'moderator',
    summary: 'Who may sign up, and which words hold a comment for review',
    message: 'Settings',
    data: settingsView,
  }),
  setSignUp: endpoint({
    method: 'PUT',
    path: '/moderation/settings/sign-up',
    auth: 'admin',
    limit: perMinute('site-settings', 60),
    summary: 'Open sign-up, restrict it to invitations or close it',
    message: 'Sign-up updated',
    body: t.object({ signUp: signUpMode }),
    data: t.null(),
  }),
  setHeldWords: endpoint({
    method: 'PUT',
    path: '/moderation/settings/held-words',
    auth: 'moderator',
    limit: perMinute('site-settings', 60),
    summary:
      'Set the words that hold a comment for review; refused if they are not the ones last seen any more',
    message: 'Words updated',
    body: t.object({ words: heldWordList, lastSeen: t.optional(heldWordList) }),
    data: t.null(),
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/moderation/invitations',
    auth: 'admin',
    summary: 'Invitations that can still be used, latest first',
    message: 'Invitations',
    data: t.object({ invitations: t.array(invitationView) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/moderation/invitations',
    auth: 'admin',
    limit: perMinute('site-settings', 60),
    summary: 'Make an invitation; its token is shown only now',
    message: 'Invitation created',
    body: t.object({
      note: t.optional(t.line({ maxLength: 200 })),
      uses: t.integer({ minimum: 1, maximum: 1000 }),
      days: t.integer({ minimum: 1, maximum: 365 }),
    }),
    data: t.object({ token: t.string(), invitation: invitationView }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/moderation/invitations/:id',
    auth: 'admin',
    limit: perMinute('site-settings', 60),
    summary: 'Make an invitation unusable',
    message: 'Invitation revoked',
    params: t.object({ id: t.string() }),
    data: t.null(),
  }),
}
