import { isEmail } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Provider } from '../../../context/provider-settings.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { type FlowKind, startFlow } from '../../../http/access/flows.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { AppError } from '../../../lib/app-error.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import { findUser, findUserByEmail, type UserRow } from '../accounts/accounts.queries.ts'
import { emailTaken, registerVerified } from '../accounts/accounts.service.ts'
import { callerOf } from '../accounts/devices/device-cookie.ts'
import {
  hasIdentity,
  insertIdentity,
  type NewIdentity,
  recordIdentityUse,
} from '../identities/identities.queries.ts'
import { completeSignIn, type Exchange } from '../sign-in/complete-sign-in.service.ts'
import { ProviderSignInError } from './provider-client.ts'
import type { Profile } from './provider-profile.ts'
import { fetchAvatarJob } from './providers.jobs.ts'
import { toFullname, usernamesFor } from './suggest-names.ts'

/** The owner of an account with the same address is asked to link it to the provider's account. */
export const linkFlow: FlowKind<NewIdentity> = { name: 'provider_link', lifetimeSeconds: 15 * 60 }

interface Destination {
  next: string
  invite?: string
}

/** Signs in the person with this profile at the provider; returns the page to go to. */
export async function signIn(
  context: Context,
  exchange: Exchange,
  provider: Provider,
  profile: Profile,
  destination: Destination,
  isSecondTry = false,
): Promise<string> {
  const { next, invite } = destination
  const known = await findKnown(context, provider, profile)
  if (known) {
    await completeSignIn(context, exchange, known, 'provider')
    return next
  }
  // An address is never enough to sign in, and an unverified one may be anybody's.
  const { email, isEmailVerified } = profile
  if (!email || !isEmailVerified || !isEmail(email)) throw new ProviderSignInError('unverified')
  const owner = await findUserByEmail(context.sql, email)
  if (owner) {
    // Another callback for the same person may have created this account since it was looked up above.
    const isAlreadyCreated = !isSecondTry && (await findKnown(context, provider, profile))
    return isAlreadyCreated
      ? signIn(context, exchange, provider, profile, destination, true)
      : offerLink(context, exchange, provider, profile, owner, next)
  }
  const user = await createAccount(context, exchange, provider, { ...profile, email }, invite)
  if (!user) {
    // A simultaneous callback for the same person has created the account, so sign in to that.
    if (isSecondTry) throw new ProviderSignInError('failed')
    return signIn(context, exchange, provider, profile, destination, true)
  }
  await completeSignIn(context, exchange, user, 'new-account')
  return next
}

async function findKnown(
  { sql, clock }: Context,
  { id }: Provider,
  { issuer, subject, label }: Profile,
): Promise<UserRow | undefined> {
  const userId = await recordIdentityUse(sql, { provider: id, issuer, subject, label }, clock.now())
  return userId ? findUser(sql, userId) : undefined
}

async function offerLink(
  { sql, clock, config }: Context,
  { reply }: Exchange,
  { id }: Provider,
  { issuer, subject, label }: Profile,
  owner: UserRow,
  next: string,
): Promise<string> {
  const data = { provider: id, issuer, subject, label }
  // The owner cannot link it: an account has at most one identity of an issuer.
  if (await hasIdentity(sql, owner.id, data)) throw new ProviderSignInError('already-linked')
  await startFlow(sql, reply, linkFlow, { userId: owner.id, data }, clock.now(), cookieSettings(config))
  return `/auth/?${new URLSearchParams({ step: 'link', ...(next !== '/' && { next }) })}`
}

/** Undefined if the person or the address has an account by now. */
async function createAccount(
  context: Context,
  { request }: Exchange,
  provider: Provider,
  profile: Profile & { email: string },
  invite: string | undefined,
): Promise<UserRow | undefined> {
  const { issuer, subject, label, email, name, username, picture } = profile
  const person = { email, fullname: toFullname(name), usernames: usernamesFor(username ?? name), invite }
  const now = context.clock.now()
  try {
    return await registerVerified(context, person, callerOf(request), async (tx, user) => {
      if (!(await insertIdentity(tx, user.id, { provider: provider.id, issuer, subject, label }, now)))
        throw emailTaken()
      await enqueue(tx, sendNoticeJob, { email, ...welcome(user, provider) })
      if (picture)
        await enqueue(tx, fetchAvatarJob, {
          userId: user.id,
          url: picture,
          // A provider may be on the site's own network; no other host there may be requested.
          providerOrigin: new URL(provider.url).origin,
        })
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'account.email-taken') return undefined
    throw error
  }
}

/** The mail contains the username, because the person did not choose it. */
const welcome = ({ username }: UserRow, { name }: Provider) => ({
  subject: 'Your Vireo account',
  text: `An account was made for you when you signed in with ${name}.\n\nYour username is ${username}.\n\nYou can set a password in the settings.\n`,
})
