import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { cookieSettings, startSession } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { forbidden } from '../../lib/app-error.ts'
import { sendNotice } from '../accounts/accounts.jobs.ts'
import { lockPassword, type UserRow } from '../accounts/accounts.service.ts'
import { nameDevice } from '../accounts/device-cookie.ts'
import { rememberDevice } from '../accounts/devices.service.ts'
import { deviceName } from './device-name.ts'
import { wrongCredentials } from './password.service.ts'

/** How a person proved who they are. */
export type Proof = 'password' | 'provider' | 'passkey' | 'new-account'

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const suspended = () =>
  forbidden('account.suspended', 'This account is suspended. The reason was sent to its e-mail address.')

/** The last part of every way to sign in: refuses accounts that may not, then starts the session. */
export async function completeSignIn(
  context: Context,
  { request, reply }: Exchange,
  user: UserRow,
  proof: Proof,
): Promise<void> {
  const { sql, clock, config } = context
  const now = clock.now()
  const cookies = cookieSettings(config)
  if (user.suspended_at) throw suspended()
  await sql.begin(async (tx) => {
    // A change of the password ends all sessions; none may start later with the old password.
    if (!(await lockPassword(tx, user))) throw wrongCredentials()
    await startSession(tx, request, reply, user.id, now, cookies)
    const { deviceHash } = nameDevice(request, reply, cookies)
    const isNewDevice = await rememberDevice(tx, user.id, deviceHash, now)
    if (isNewDevice && proof !== 'new-account')
      await enqueue(tx, sendNotice, {
        email: user.email,
        subject: 'New sign-in to your Vireo account',
        text: newDeviceText(user, deviceName(request.headers['user-agent'] ?? ''), now),
      })
  })
}

const newDeviceText = (
  { username }: UserRow,
  device: string,
  now: Date,
) => `Someone signed in to your account ${username} on a device that it was not used on before:

${device}, ${now.toUTCString()}

If it was you, there is nothing to do. If it was not you, sign out that device and change your password in the settings.
`
