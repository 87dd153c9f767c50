import { endpoint, type FieldError } from './endpoint.ts'
import { limits } from './limits.ts'
import {
  changePasswordRule,
  collect,
  emailRule,
  fullnameRule,
  otpRule,
  resetPasswordRule,
  signUpPasswordRule,
  usernameRule,
} from './rules/accounts.ts'
import { id, type Static, t, timestamp } from './schema.ts'
import { invite } from './site.ts'

const text = (maxLength: number) => t.string({ maxLength })
const email = text(limits.emailLength)
const password = text(1000)

/** What everyone may see of a person wherever they appear. */
export const ownerView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  avatar: t.nullable(t.string()),
})

export const role = t.union([t.literal('member'), t.literal('moderator'), t.literal('admin')])

export const currentUserView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  email: t.string(),
  avatar: t.nullable(t.string()),
  coverimage: t.nullable(t.string()),
  bio: t.string(),
  location: t.string(),
  createdAt: timestamp(),
  /** An address that waits for its code. */
  pendingEmail: t.nullable(t.string()),
  role,
  /** Those who came through a sign-in provider have none until they set one. */
  hasPassword: t.boolean(),
})

export const channelView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  avatar: t.nullable(t.string()),
  coverimage: t.nullable(t.string()),
  bio: t.string(),
  location: t.string(),
  createdAt: timestamp(),
  subscribersCount: t.integer(),
  channelSubscribedToCount: t.integer(),
  videosCount: t.integer(),
  isSubscribed: t.boolean(),
  /** By the viewer. */
  isBlocked: t.boolean(),
})

export type Owner = Static<typeof ownerView>
export type CurrentUser = Static<typeof currentUserView>
export type Channel = Static<typeof channelView>

const missing = (body: Record<string, string | undefined>, fields: string[], message: string): FieldError[] =>
  fields.filter((field) => !body[field]?.trim()).map((field) => ({ field, message }))

export const user = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    auth: 'public',
    summary: 'Create the account of a verified e-mail address and sign in',
    message: 'Your account has been created successfully.',
    body: t.object({ fullname: text(200), username: text(100), email, password, invite }),
    check: (body) => {
      const absent = missing(body, ['fullname', 'username', 'email', 'password'], 'Missing required fields')
      if (absent.length > 0) return absent
      return collect([
        ['fullname', fullnameRule(body.fullname ?? '')],
        ['username', usernameRule(body.username ?? '')],
        ['email', emailRule(body.email ?? '')],
        ['password', signUpPasswordRule(body.password ?? '')],
      ])
    },
    data: currentUserView,
  }),
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    auth: 'public',
    summary: 'Sign in by username or e-mail',
    message: 'Signin Successful',
    body: t.object({ username: t.optional(text(100)), email: t.optional(email), password }),
    check: (body) =>
      collect([
        [
          'identifier',
          body.username?.trim() || body.email?.trim() ? undefined : 'Either email or username is required',
        ],
        ['password', body.password ? undefined : 'Password is required'],
      ]),
    data: currentUserView,
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/user/second-step',
    auth: 'public',
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
    message: 'Signin Successful',
    body: t.object({
      code: text(50),
      /** Not to be asked again on this device for 30 days. */
      isRemembered: t.optional(t.boolean()),
    }),
    check: (body) => collect([['code', body.code?.trim() ? undefined : 'Code is required']]),
    data: currentUserView,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/user/logout',
    auth: 'public',
    summary: 'Sign out here; without a session it changes nothing',
    message: 'Logout Successfull',
    data: t.null(),
  }),
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
    summary: 'Send a reset code; the answer is the same whether the account exists or not',
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
        return missing(body, ['oldPassword', 'newPassword'], 'Missing required field')
      return collect([['newPassword', changePasswordRule(body.oldPassword, body.newPassword)]])
    },
    data: t.null(),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/user/set-password',
    auth: 'session',
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
    summary:
      'Change name, bio and location at once; a new e-mail asks for the password and waits for its code',
    message: 'Your details updated successfully',
    body: t.object({
      fullname: t.optional(text(200)),
      email: t.optional(email),
      bio: t.optional(text(limits.bioLength)),
      location: t.optional(text(limits.locationLength)),
      /** The current one, for a new address; an account without a password needs a confirmed session instead. */
      password: t.optional(password),
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
    summary: 'Make the new e-mail address the account’s with the code sent to it',
    message: 'Your details updated successfully',
    body: t.object({ otp: text(20) }),
    check: (body) => collect([['otp', otpRule(body.otp ?? '')]]),
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
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/user/account',
    auth: 'session',
    summary:
      'Delete the account: everything of its owner is hidden at once, and removed after 7 days in which signing in offers to keep it',
    message: 'Your account will be deleted in 7 days',
    /** An account without a password needs a confirmed session instead. */
    body: t.object({ password: t.optional(password) }),
    data: t.null(),
  }),
  closingAccount: endpoint({
    method: 'GET',
    path: '/user/restore-account',
    auth: 'public',
    summary: 'The deleted account that someone has just signed in to in this browser and can still keep',
    message: 'Closing account',
    data: t.object({ username: t.string(), closesAt: timestamp() }),
  }),
  restoreAccount: endpoint({
    method: 'POST',
    path: '/user/restore-account',
    auth: 'public',
    summary: 'Keep the deleted account that someone has just signed in to in this browser, and sign in',
    message: 'Your account has been restored',
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
  storage: endpoint({
    method: 'GET',
    path: '/user/storage',
    auth: 'session',
    summary: 'How much the videos of the signed-in person hold, and how much they may',
    message: 'Storage',
    /** Bytes. Unfinished uploads count with the size that they will have. */
    data: t.object({ used: t.integer(), quota: t.integer() }),
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

/** How wide the files of a cover image are; all are four times as wide as high. */
export const coverWidths = [640, 1280, 2048] as const
type CoverWidth = (typeof coverWidths)[number]
/** The one that an address names. */
export const coverWidth: CoverWidth = 1280
/** Another size of a cover image's address. */
export const coverAt = (url: string, width: CoverWidth) => url.replace(`/${coverWidth}.`, `/${width}.`)
