import { endpoint, perMinute } from '../../endpoint.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'

const deviceView = t.object({
  _id: id(),
  /** For example 'Chrome on Windows'. */
  device: t.string(),
  isCurrent: t.boolean(),
  createdAt: timestamp(),
})
export type PushDevice = Static<typeof deviceView>

const devices = t.object({
  /** The key for a browser's subscription; only messages signed with this site's key reach it. */
  publicKey: t.string(),
  docs: t.array(deviceView),
})
export type PushDevices = Static<typeof devices>

export const push = {
  list: endpoint({
    method: 'GET',
    path: '/push/',
    auth: 'session',
    summary: 'The devices that show the person’s notifications while no page is open, the latest first',
    message: 'Devices',
    data: devices,
  }),
  /** The body is the part of `PushSubscription.toJSON()` that the server reads. */
  turnOn: endpoint({
    method: 'PUT',
    path: '/push/this-device',
    auth: 'session',
    summary: 'Send notifications to this browser until the session ends',
    message: 'Notifications are on for this device',
    body: t.object({
      endpoint: t.string({ minLength: 1, maxLength: 1000 }),
      keys: t.object({
        p256dh: t.string({ pattern: '^[A-Za-z0-9_-]{87}$' }),
        auth: t.string({ pattern: '^[A-Za-z0-9_-]{22}$' }),
      }),
    }),
    data: devices,
  }),
  turnOff: endpoint({
    method: 'DELETE',
    path: '/push/device/:id',
    auth: 'session',
    limit: perMinute('turn-off-push', 60),
    summary: 'Send no more notifications to a device',
    message: 'Notifications are off there',
    params: t.object({ id: t.string() }),
    data: devices,
  }),
}
