import { endpoint, perMinute } from '../../endpoint.ts'
import { collect, otpRule } from '../../rules/people/accounts.ts'
import { type Static, t, timestamp } from '../../schema.ts'
import { invite } from '../core/site-settings.ts'
import { currentUserView } from './accounts.ts'

/** `oidc` is any OpenID Connect provider configured for the site. */
const providerIds = ['google', 'github', 'oidc'] as const
export type ProviderId = (typeof providerIds)[number]

/** Why signing in with a provider failed. One of these is in the address of the page to which the browser returns. */
export type ProviderProblem =
  | 'already-linked'
  | 'closed'
  | 'denied'
  | 'expired'
  | 'failed'
  | 'linked-elsewhere'
  | 'not-set-up'
  | 'suspended'
  | 'too-many'
  | 'uninvited'
  | 'unverified'

const providerView = t.object({ _id: t.oneOf(providerIds), name: t.string() })
export type Provider = Static<typeof providerView>

const identityView = t.object({
  provider: providerView,
  /** Whether the provider is still configured; otherwise the account cannot be used to sign in. */
  isOffered: t.boolean(),
  /** The e-mail address or name of the account at the provider. */
  label: t.string(),
  createdAt: timestamp(),
  lastUsedAt: timestamp(),
})
export type Identity = Static<typeof identityView>

const params = t.object({ provider: t.oneOf(providerIds) })

const start = {
  method: 'GET',
  auth: 'public',
  protocol: 'redirect',
  summary: 'Takes the page to the provider; its callback comes back signed in',
  message: 'Redirect',
  /** `next` is the page to return to, `tab` the part of the sign-in page to return to after a failure. */
  query: t.object({
    next: t.optional(t.string({ maxLength: 2000 })),
    invite,
    tab: t.optional(t.string({ maxLength: 20 })),
  }),
  data: t.null(),
} as const

const callback = {
  method: 'GET',
  auth: 'public',
  protocol: 'redirect',
  summary: 'Where the provider sends the page back to',
  message: 'Redirect',
  data: t.null(),
} as const

export const providers = {
  list: endpoint({
    method: 'GET',
    path: '/provider/',
    auth: 'public',
    summary: 'The sign-in providers of this site',
    message: 'Providers',
    data: t.object({ docs: t.array(providerView) }),
  }),
  startGoogle: endpoint({ ...start, path: '/user/google' }),
  startGithub: endpoint({ ...start, path: '/user/github' }),
  startOidc: endpoint({ ...start, path: '/user/oidc' }),
  googleCallback: endpoint({ ...callback, path: '/user/google/callback' }),
  githubCallback: endpoint({ ...callback, path: '/user/github/callback' }),
  oidcCallback: endpoint({ ...callback, path: '/user/oidc/callback' }),

  pendingLink: endpoint({
    method: 'GET',
    path: '/provider/pending-link',
    auth: 'public',
    summary: 'The account that a trip to a provider waits to be linked to; only in the browser of that trip',
    message: 'Account',
    data: t.object({
      provider: providerView,
      /** Partly masked. */
      email: t.string(),
      hasPassword: t.boolean(),
    }),
  }),
  sendLinkCode: endpoint({
    method: 'POST',
    path: '/provider/pending-link/send-code',
    auth: 'public',
    summary: 'Mail a code with which the owner of that account links it',
    message: 'OTP sent to your email. Check your inbox.',
    data: t.null(),
  }),
  confirmLink: endpoint({
    method: 'POST',
    path: '/provider/pending-link/confirm',
    auth: 'public',
    summary: 'Link that account with its password or the mailed code, and sign in',
    message: 'Signin Successful',
    body: t.object({
      password: t.optional(t.string({ maxLength: 1000 })),
      otp: t.optional(t.string({ maxLength: 20 })),
    }),
    check: (body) => (body.otp ? collect([['otp', otpRule(body.otp)]]) : []),
    data: currentUserView,
  }),

  identities: endpoint({
    method: 'GET',
    path: '/provider/identities',
    auth: 'session',
    summary: 'The accounts of providers that the signed-in person can sign in with',
    message: 'Connected accounts',
    data: t.object({ docs: t.array(identityView) }),
  }),
  link: endpoint({
    method: 'POST',
    path: '/provider/identities/:provider',
    auth: 'session',
    summary: 'Begin to link an account of a provider; asks for a confirmed session',
    message: 'Go to the provider',
    params,
    /** The address of the provider, which redirects back to the settings. */
    data: t.object({ url: t.string() }),
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/provider/identities/:provider',
    auth: 'session',
    limit: perMinute('unlink', 20),
    summary: 'Unlink an account of a provider; asks for a confirmed session',
    message: 'Account disconnected',
    params,
    /** `false` unlinks accounts of a provider that the site no longer offers; the default is the usable account. */
    query: t.object({ isOffered: t.optional(t.boolean()) }),
    data: t.null(),
  }),
}
