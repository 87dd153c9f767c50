import { t } from '@vireo/contract'
import type { Tx } from '../../../db/sql.ts'
import { enqueue, enqueueAll } from '../../../jobs/define-job.ts'
import { hasAnyDevice, listDevicesOf } from './request-push.queries.ts'

// The jobs that send push messages, without their handlers: every feature that notifies adds these jobs, but their
// handlers depend on the features that a notification can be about.

/** Sends one notification to devices. `tries` is how often it was sent to them before. */
export const sendPushJobEntry = {
  name: 'push:send',
  payload: t.object({
    kind: t.oneOf(['personal', 'new-video', 'new-tweet']),
    id: t.string(),
    deviceIds: t.array(t.string()),
    tries: t.integer(),
  }),
  maxAttempts: 5,
}

/** Adds the jobs that send a new video or tweet to subscribers; `after` is the last device that has one already. */
export const startNewsPushJobEntry = {
  name: 'push:start-news',
  payload: t.object({
    kind: t.oneOf(['new-video', 'new-tweet']),
    id: t.string(),
    after: t.optional(t.object({ userId: t.string(), id: t.string() })),
  }),
  maxAttempts: 5,
}

/** Sends notifications to the devices of their recipients. */
export async function requestPush(tx: Tx, notifications: { id: string; userId: string }[]): Promise<void> {
  const found = await listDevicesOf(
    tx,
    notifications.map(({ userId }) => userId),
  )
  if (found.length === 0) return
  const devices = new Map(found.map(({ userId, deviceIds }) => [userId, deviceIds]))
  const payloads = notifications.flatMap(({ id, userId }) => {
    const deviceIds = devices.get(userId)
    return deviceIds ? [{ kind: 'personal' as const, id, deviceIds, tries: 0 }] : []
  })
  await enqueueAll(tx, sendPushJobEntry, payloads)
}

/** Sends a new video or tweet to the devices of the subscribers of its channel. */
export async function requestNewsPush(tx: Tx, kind: 'new-video' | 'new-tweet', id: string): Promise<void> {
  if (await hasAnyDevice(tx)) await enqueue(tx, startNewsPushJobEntry, { kind, id })
}
