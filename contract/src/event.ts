import { apiBase, endpoint } from './endpoint.ts'
import { notificationView } from './notification.ts'
import { id, type Static, t, timestamp } from './schema.ts'
import { videoProgressView } from './video.ts'

/** What a person's stream of events can tell them, by the name of the event. */
const eventViews = {
  /** How one of their own videos gets on. */
  'video-progress': videoProgressView,
  /** A new notification, or one that more people have joined: it replaces what had its id. */
  notification: notificationView,
  /** A notification is read or gone, or all are read (null) up to that time. */
  'notifications-read': t.object({ id: t.nullable(id()), until: timestamp() }),
}

export type EventName = keyof typeof eventViews
export type EventData<Name extends EventName> = Static<(typeof eventViews)[Name]>

const path = '/events'
export const eventsPath = `${apiBase}${path}`

export const event = {
  stream: endpoint({
    method: 'GET',
    path,
    auth: 'session',
    protocol: 'event-stream',
    summary: 'What happens to the signed-in person, as named server-sent events',
    message: 'Events',
    data: t.union(Object.values(eventViews)),
  }),
}
