import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import {
  digestFrequencies,
  maxUnreadCount,
  mutableKinds,
  notificationKinds,
} from '../../rules/inbox/notifications.ts'
import { fileAddress, id, type Static, t, timestamp } from '../../schema.ts'

export const notificationView = t.object({
  id: id(),
  name: t.string(),
  avatarUrl: t.nullable(fileAddress()),
  /** The whole sentence. */
  message: t.string(),
  /** What follows `name` in the sentence, for clients that show the name by itself. */
  action: t.string(),
  kind: t.oneOf(notificationKinds),
  /** The beginning of the comment or tweet. */
  excerpt: t.nullable(t.string()),
  /** A path of this site. */
  link: t.nullable(t.string()),
  time: timestamp(),
  read: t.boolean(),
})
export type Notification = Static<typeof notificationView>

const settings = t.object({
  mutedKinds: t.array(t.oneOf(mutableKinds), { maxItems: mutableKinds.length }),
  digest: t.oneOf(digestFrequencies),
})
export type NotificationSettings = Static<typeof settings>

export const notifications = {
  /** The only path outside /api/v1, and a plain array; the spec requires both. */
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    auth: 'session',
    summary:
      'The signed-in person’s latest notifications, newest first: as many unread ones as fit, and read ones',
    message: 'Notifications',
    data: t.array(notificationView),
    bare: true,
  }),
  page: endpoint({
    method: 'GET',
    path: '/notification',
    auth: 'session',
    summary:
      'All notifications of the signed-in person, newest first; the first page says how many are unread (up to 100)',
    message: 'Notifications',
    query: t.object(pageQuery),
    data: t.object({
      ...pageOf(notificationView).properties,
      unreadCount: t.nullable(t.integer({ maximum: maxUnreadCount })),
    }),
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/notification/read',
    auth: 'session',
    limit: perMinute('read-notifications', 120),
    isMinorChange: true,
    summary: 'Mark all notifications as read, or those up to the time of the newest that was seen',
    message: 'All notifications marked as read',
    body: t.object({ until: t.optional(timestamp()) }),
    data: t.null(),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notification/:id/read',
    auth: 'session',
    limit: perMinute('read-notifications', 120),
    isMinorChange: true,
    summary: 'Mark one notification as read',
    message: 'Notification marked as read',
    params: t.object({ id: t.string() }),
    data: t.null(),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/notification/settings',
    auth: 'session',
    summary: 'What the signed-in person is notified of',
    message: 'Notification settings',
    data: settings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/notification/settings',
    auth: 'session',
    limit: perMinute('notification-settings', 60),
    summary: 'Choose what to be notified of',
    message: 'Notification settings saved',
    body: t.object({
      mutedKinds: t.optional(settings.properties.mutedKinds),
      digest: t.optional(settings.properties.digest),
    }),
    data: settings,
  }),
  /** Called by mail programs (one-click unsubscribe, RFC 8058) and by the page linked from digests. */
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notification/unsubscribe',
    auth: 'public',
    limit: perMinute('unsubscribe', 600),
    summary: 'End the e-mail digest with the token of one of its messages',
    message: 'You will get no more digests',
    query: t.object({ user: t.string(), token: t.string({ maxLength: 200 }) }),
    data: t.null(),
  }),
}
