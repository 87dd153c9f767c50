import { type api, type BodyOf, passkeyLimits } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { assertConfirmed, assertSessionLives, type Viewer } from '../../../http/access/sessions.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { conflict, notFound } from '../../../lib/app-error.ts'
import { isId, newId } from '../../../lib/ids.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import { getUser, lockUser, type UserRow } from '../accounts/accounts.queries.ts'
import { assertNotLastSignInMethod } from '../identities/identities.service.ts'
import type { Exchange } from '../sign-in/complete-sign-in.service.ts'
import { deviceName } from '../sign-in/device-name.ts'
import { storeChallenge, takeChallenge } from './challenges.service.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './passkeys.queries.ts'
import { relyingPartyOf } from './relying-party.ts'
import { creationOptions, verifyCreation } from './webauthn.ts'

const tooMany = () =>
  conflict('passkey.too-many', `You have ${passkeyLimits.perPerson} passkeys. Remove one to add another.`)
const missing = () => notFound('passkey.not-found', 'This passkey was removed already')

export async function beginAdding(context: Context, exchange: Exchange, viewer: Viewer) {
  assertConfirmed(viewer, context.clock.now())
  const site = relyingPartyOf(context.config, exchange.request)
  const passkeys = await listPasskeys(context.sql, viewer.id)
  // Refused before the person is asked for a fingerprint or a PIN.
  if (passkeys.length >= passkeyLimits.perPerson) throw tooMany()
  const options = await creationOptions(site, await getUser(context.sql, viewer.id), passkeys)
  await storeChallenge(context, exchange, 'add', options.challenge, viewer.id)
  return { options, suggestedName: suggestName(exchange) }
}

const suggestName = ({ request }: Exchange) =>
  deviceName(request.headers['user-agent'] ?? '').slice(0, passkeyLimits.nameLength)

export async function addPasskey(
  context: Context,
  exchange: Exchange,
  viewer: Viewer,
  { response, name }: BodyOf<typeof api.passkeys.add>,
): Promise<PasskeyRow> {
  const now = context.clock.now()
  assertConfirmed(viewer, now)
  const challenge = await takeChallenge(context, exchange, 'add', viewer.id)
  const site = relyingPartyOf(context.config, exchange.request)
  const created = await verifyCreation(site, challenge, response, context.log)
  return context.sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    await assertSessionLives(tx, viewer, now)
    if ((await countPasskeys(tx, user.id)) >= passkeyLimits.perPerson) throw tooMany()
    const row = await insertPasskey(tx, {
      ...created,
      id: newId(),
      user_id: user.id,
      name: name.trim(),
      created_at: now,
    })
    if (!row) throw conflict('passkey.already-added', 'This passkey was added already')
    await mailOwner(tx, user, 'Passkey added', `The passkey "${row.name}" can now be used to sign in to`)
    return row
  })
}

export async function changeName(
  { sql }: Context,
  viewer: Viewer,
  id: string,
  name: string,
): Promise<PasskeyRow> {
  const row = isId(id) ? await renamePasskey(sql, viewer.id, id, name.trim()) : undefined
  if (!row) throw missing()
  return row
}

export async function removePasskey(
  { sql, clock, config }: Context,
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (!isId(id)) throw missing()
  assertConfirmed(viewer, clock.now())
  await sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    const row = await deletePasskey(tx, user.id, id)
    if (!row) throw missing()
    await assertNotLastSignInMethod(tx, user.id, config.providers)
    await mailOwner(
      tx,
      user,
      'Passkey removed',
      `The passkey "${row.name}" can no longer be used to sign in to`,
    )
  })
}

async function mailOwner(tx: Tx, { email, username }: UserRow, subject: string, text: string): Promise<void> {
  await enqueue(tx, sendNoticeJob, {
    email,
    subject: `Vireo: ${subject}`,
    text: `${text} your account ${username}. If it was not you, look at your settings now.\n`,
  })
}
