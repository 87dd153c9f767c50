import { endpoint } from './endpoint.ts'
import { id, type Static, t } from './schema.ts'

export const notificationView = t.object({
  id: id(),
  name: t.string(),
  avatarUrl: t.nullable(t.string()),
  /** Goes on after `name`: the two make one sentence. */
  message: t.string(),
})
export type Notification = Static<typeof notificationView>

export const notification = {
  /** The one path outside /api/v1: a plain array, as the spec has it. */
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    auth: 'session',
    summary: 'The signed-in person’s notifications, newest first',
    message: 'Notifications',
    data: t.array(notificationView),
    bare: true,
  }),
}
