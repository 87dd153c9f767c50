import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { findFlow, takeFlow } from '../../../http/access/flows.ts'
import { AppError, badRequest } from '../../../lib/app-error.ts'
import { findUser, type UserRow } from '../accounts/accounts.queries.ts'
import { redeemOwnerCode, sendOwnerCode } from '../accounts/codes/mailed-codes.service.ts'
import { callerOf, identifyDevice } from '../accounts/devices/device-cookie.ts'
import type { NewIdentity } from '../identities/identities.queries.ts'
import { nameOf } from '../identities/identities.service.ts'
import { completeSignIn, type Exchange, flowExpired } from '../sign-in/complete-sign-in.service.ts'
import { checkPassword } from '../sign-in/password-sign-in.service.ts'
import { linkFlow } from './provider-sign-in.service.ts'

/** The account that the person may link. Only the browser that came from the provider gets it. */
export async function getPendingLink(context: Context, exchange: Exchange) {
  const { user, link } = await getFlow(context, exchange)
  return {
    provider: { _id: link.provider, name: nameOf(context.config.providers, link.provider) },
    email: maskEmail(user.email),
    hasPassword: user.password_hash !== null,
  }
}

export async function sendLinkCode(context: Context, exchange: Exchange): Promise<void> {
  const { user } = await getFlow(context, exchange)
  const caller = identifyDevice(exchange.request, exchange.reply, cookieSettings(context.config))
  await sendOwnerCode(context, user, 'link', caller)
}

/** The owner proves that the account is theirs; the provider's account is linked when the session starts. */
export async function confirmLink(
  context: Context,
  exchange: Exchange,
  { password, otp }: BodyOf<typeof api.providers.confirmLink>,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const { request, reply } = exchange
  const { user } = await getFlow(context, exchange)
  if (otp) await redeemOwnerCode(context, user, 'link', otp, callerOf(request))
  else await provePassword(context, exchange, user, password)
  const flow = await takeFlow(sql, request, reply, linkFlow, clock.now(), cookieSettings(config))
  if (flow?.userId !== user.id) throw flowExpired()
  await completeSignIn(context, exchange, user, 'provider', flow.data)
  return user
}

async function getFlow(
  { sql, clock }: Context,
  { request }: Exchange,
): Promise<{ user: UserRow; link: NewIdentity }> {
  const flow = await findFlow(sql, request, linkFlow, clock.now())
  const user = flow?.userId ? await findUser(sql, flow.userId) : undefined
  if (!flow || !user) throw flowExpired()
  return { user, link: flow.data }
}

/** Counts attempts like any other sign-in with a password. */
async function provePassword(
  context: Context,
  { request }: Exchange,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  if (!password) throw badRequest('Password is required', 'password')
  try {
    await checkPassword(context, { email: user.email, password }, callerOf(request))
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'auth.wrong-credentials'
    throw isWrong ? badRequest('This password is not right', 'password', 'auth.wrong-password') : error
  }
}

/** 'maya@example.org' becomes 'm•••a@example.org'. */
function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const last = name.length > 2 ? name.slice(-1) : ''
  return `${name.slice(0, 1)}•••${last}@${host}`
}
