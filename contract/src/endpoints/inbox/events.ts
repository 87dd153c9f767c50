import { endpoint } from '../../endpoint.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'
import { videoProgressView } from '../publishing/videos.ts'
import { notificationView } from './notifications.ts'

/** The data of each event, by name. */
const eventViews = {
  /** The processing state of one of the person's own videos. */
  'video-progress': videoProgressView,
  /** A new notification, or a changed one (such as a further like of a video), which replaces the one with its id. */
  notification: notificationView,
  /** One notification was read or removed, or (id null) all up to `until` were read. */
  'notifications-read': t.object({ id: t.nullable(id()), until: timestamp() }),
  /** Moderators have suspended the account. The stream ends soon afterwards. */
  'account-suspended': t.object({}),
}

export type EventName = keyof typeof eventViews
export type EventData<Name extends EventName> = Static<(typeof eventViews)[Name]>

export const events = {
  stream: endpoint({
    method: 'GET',
    path: '/events',
    auth: 'session',
    protocol: 'event-stream',
    summary: 'What happens to the signed-in person, as named server-sent events',
    message: 'Events',
    data: t.union(Object.values(eventViews)),
  }),
}
