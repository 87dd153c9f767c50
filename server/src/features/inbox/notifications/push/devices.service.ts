import { createECDH, ECDH } from 'node:crypto'
import type { PushDevices } from '@vireo/contract'
import webPush from 'web-push'
import type { Context } from '../../../../context/context.ts'
import { loadSecret } from '../../../../db/secret.ts'
import type { Sql } from '../../../../db/sql.ts'
import type { PushKeys, PushTarget } from '../../../../delivery/push.ts'
import { countAttempt } from '../../../../http/access/rate-limit.ts'
import { assertSessionLives, type Viewer } from '../../../../http/access/sessions.ts'
import { badRequest, notFound } from '../../../../lib/app-error.ts'
import { isId, newId } from '../../../../lib/ids.ts'
import { deviceName } from '../../../people/sign-in/device-name.ts'
import { lockNotificationSettings } from '../notification-settings.queries.ts'
import { deleteDeviceOf, listDevices, putDevice } from './push.queries.ts'

/** The keys of this site (VAPID), by which a push service recognises its messages. */
export async function loadKeys(sql: Sql): Promise<PushKeys> {
  const makeKey = () => Buffer.from(webPush.generateVAPIDKeys().privateKey, 'base64url')
  const privateKey = Buffer.from(await loadSecret(sql, 'push', makeKey))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const publicKey = pair.getPublicKey().toString('base64url')
  return { publicKey, privateKey: privateKey.toString('base64url') }
}

export async function getDevices({ sql, clock }: Context, viewer: Viewer): Promise<PushDevices> {
  const [{ publicKey }, rows] = await Promise.all([loadKeys(sql), listDevices(sql, viewer.id, clock.now())])
  const docs = rows.map((row) => ({
    _id: row.id,
    device: deviceName(row.user_agent),
    isCurrent: row.session_id === viewer.sessionId,
    createdAt: row.created_at.toISOString(),
  }))
  return { publicKey, docs }
}

const changesPerHour = 60

export async function turnOn(context: Context, viewer: Viewer, target: PushTarget): Promise<void> {
  const { sql, clock, push } = context
  const now = clock.now()
  if (!push.isAllowed(target.endpoint) || !isPublicKey(target.p256dh))
    throw badRequest('The push service of this browser cannot be used', 'endpoint', 'push.bad-endpoint')
  await countAttempt(sql, { key: `push:${viewer.id}`, max: changesPerHour, windowSeconds: 3600 }, now)
  await sql.begin(async (tx) => {
    await lockNotificationSettings(tx, viewer.id)
    await assertSessionLives(tx, viewer, now)
    await putDevice(tx, { id: newId(), userId: viewer.id, sessionId: viewer.sessionId, ...target }, now)
  })
}

/** Whether the key is a point of the curve; messages cannot be encrypted for other keys. */
function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(text, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

export async function turnOff({ sql }: Context, viewer: Viewer, id: string): Promise<void> {
  const isFound = isId(id) && (await deleteDeviceOf(sql, viewer.id, id))
  if (!isFound) throw notFound('push.not-found', 'Notifications are off for this device already')
}
