import { endpoint, perMinute } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import {
  changePasswordRule,
  collect,
  emailRule,
  fullnameRule,
  missingFields,
  otpRule,
  resetPasswordRule,
  signUpPasswordRule,
} from '../../rules/people/accounts.ts'
import { fileAddress, id, type Static, t, timestamp } from '../../schema.ts'
import { invite } from '../core/site-settings.ts'

/** A generous upper limit; the limits shown to people are in the rules. */
export const text = (maxLength: number) => t.string({ maxLength })
export const email = text(limits.emailLength)
export const password = text(1000)
export const fullname = t.line({ maxLength: 200 })

/** The public part of an account, used wherever a person is shown. */
export const ownerView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  avatar: t.nullable(fileAddress()),
})

export const role = t.union([t.literal('member'), t.literal('moderator'), t.literal('admin')])

export const currentUserView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  email: t.string(),
  avatar: t.nullable(fileAddress()),
  coverimage: t.nullable(fileAddress()),
  bio: t.string(),
  location: t.string(),
  createdAt: timestamp(),
  /** A new address that has not been confirmed yet. */
  pendingEmail: t.nullable(t.string()),
  /** Only the link that was mailed to the new address confirms it, because nobody proved that the account is theirs. */
  pendingEmailNeedsLink: t.optional(t.boolean()),
  role,
  /** Accounts created through a sign-in provider have no password until one is set. */
  hasPassword: t.boolean(),
})

export const channelView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  avatar: t.nullable(fileAddress()),
  coverimage: t.nullable(fileAddress()),
  bio: t.string(),
  location: t.string(),
  createdAt: timestamp(),
  subscribersCount: t.integer(),
  channelSubscribedToCount: t.integer(),
  videosCount: t.integer(),
  isSubscribed: t.boolean(),
  /** Whether the viewer has blocked this person. */
  isBlocked: t.boolean(),
})

export type Owner = Static<typeof ownerView>
export type CurrentUser = Static<typeof currentUserView>
export type Channel = Static<typeof channelView>

export const accounts = {
  sendEmailOtp: endpoint({
    method: 'POST',
    path: '/user/send-email-otp',
    auth: 'public',
    summary: 'Send a sign-up code to an address',
    message: 'OTP sent to your email. Check your inbox.',
    body: t.object({ email, invite }),
    check: (body) => collect([['email', emailRule(body.email ?? '')]]),
    data: t.null(),
  }),
  verifyEmailOtp: endpoint({
    method: 'POST',
    path: '/user/verify-email-otp',
    auth: 'public',
    summary: 'Prove an address with its code; the proof is kept in a cookie of this browser',
    message: 'Email verified',
    body: t.object({ email, otp: text(20) }),
    check: (body) =>
      collect([
        ['email', emailRule(body.email ?? '')],
        ['otp', otpRule(body.otp ?? '')],
      ]),
    data: t.null(),
  }),
  resetPasswordEmailOtp: endpoint({
    method: 'POST',
    path: '/user/reset-password-email-otp',
    auth: 'public',
    summary: 'Send a reset code; the response is the same whether the account exists or not',
    message: 'OTP sent to your email. Check your inbox.',
    body: t.object({ email }),
    check: (body) => collect([['email', emailRule(body.email ?? '')]]),
    data: t.null(),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/reset-password',
    auth: 'public',
    summary: 'Set a new password with the proof of a reset code; signs out everywhere',
    message: 'Your password has been updated successfully',
    body: t.object({ email, password }),
    check: (body) =>
      collect([
        ['email', emailRule(body.email ?? '')],
        ['password', resetPasswordRule(body.password ?? '')],
      ]),
    data: t.null(),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/change-password',
    auth: 'session',
    summary: 'Change the password; signs out everywhere',
    message: 'Your password has been updated successfully',
    body: t.object({ oldPassword: password, newPassword: password }),
    check: (body) => {
      if (!body.oldPassword || !body.newPassword)
        return missingFields(body, ['oldPassword', 'newPassword'], 'Missing required field')
      return collect([['newPassword', changePasswordRule(body.oldPassword, body.newPassword)]])
    },
    data: t.null(),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/user/set-password',
    auth: 'session',
    limit: perMinute('set-password', 10),
    summary: 'Give an account without a password its first one; asks for a confirmed session',
    message: 'Your password has been updated successfully',
    body: t.object({ password }),
    check: (body) => collect([['password', signUpPasswordRule(body.password ?? '')]]),
    data: currentUserView,
  }),
  updateAccount: endpoint({
    method: 'PATCH',
    path: '/user/update-account',
    auth: 'session',
    limit: perMinute('profile', 20),
    summary:
      'Change name, bio and location at once; a new e-mail waits for the code or the link that is mailed to it. Without the password or a confirmed session there is only a link, which asks for them',
    message: 'Your details updated successfully',
    body: t.object({
      fullname: t.optional(fullname),
      email: t.optional(email),
      bio: t.optional(text(limits.bioLength)),
      location: t.optional(t.line({ maxLength: limits.locationLength })),
      /** For a new address, unless the session is confirmed. */
      password: t.optional(password),
      /** The caller can ask the person to confirm who they are: the call fails with `auth.confirm-needed` instead. */
      asksToConfirm: t.optional(t.boolean()),
    }),
    check: (body) => {
      const hasProfileField = body.bio !== undefined || body.location !== undefined
      if (!body.fullname?.trim() && !body.email?.trim() && !hasProfileField)
        return [{ field: 'fullname', message: 'Fullname or email is required' }]
      return collect([
        ['fullname', body.fullname === undefined ? undefined : fullnameRule(body.fullname)],
        ['email', body.email === undefined ? undefined : emailRule(body.email)],
      ])
    },
    data: currentUserView,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/user/confirm-email',
    auth: 'session',
    limit: perMinute('confirm-email', 20),
    summary:
      'Make the new e-mail address the account’s with the code sent to it, or with the token of the link, which needs a confirmed session',
    message: 'Your details updated successfully',
    body: t.object({ otp: t.optional(text(20)), token: t.optional(text(100)) }),
    check: (body) => (body.token ? [] : collect([['otp', otpRule(body.otp ?? '')]])),
    data: currentUserView,
  }),
  updateAvatar: endpoint({
    method: 'PATCH',
    path: '/user/update-avatar',
    auth: 'session',
    summary: 'Replace the profile picture',
    message: 'Avatar updated successfully',
    files: { avatar: { maxBytes: limits.avatarBytes, required: 'Avatar is required' } },
    data: currentUserView,
  }),
  updateCover: endpoint({
    method: 'PUT',
    path: '/user/update-cover',
    auth: 'session',
    summary: 'Replace the cover image',
    message: 'Your cover image updated successfully',
    files: { coverimage: { maxBytes: limits.coverBytes, required: 'Cover image is required' } },
    data: currentUserView,
  }),
  currentUser: endpoint({
    method: 'GET',
    path: '/user/current-user',
    auth: 'session',
    summary: 'The signed-in person',
    message: 'Current user',
    data: currentUserView,
  }),
  channel: endpoint({
    method: 'GET',
    path: '/user/channel/:username',
    auth: 'public',
    summary: 'A profile by its username',
    message: 'Profile',
    params: t.object({ username: t.string() }),
    data: channelView,
  }),
  channelWithoutName: endpoint({
    method: 'GET',
    path: '/user/channel/',
    auth: 'public',
    summary: 'Says that a username is needed',
    message: 'Profile',
    data: channelView,
  }),
}
