import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './paging.ts'
import { id, type Static, t, timestamp } from './schema.ts'

/** What a person can choose not to be told of. */
export const mutableKinds = [
  'new-video',
  'new-tweet',
  'comment',
  'reply',
  'mention',
  'like',
  'subscriber',
  'processing',
] as const
export type MutableKind = (typeof mutableKinds)[number]
/** Everybody is told what the moderators decide about them. */
export type NotificationKind = MutableKind | 'moderation'

const mutableKind = t.union([
  t.literal('new-video'),
  t.literal('new-tweet'),
  t.literal('comment'),
  t.literal('reply'),
  t.literal('mention'),
  t.literal('like'),
  t.literal('subscriber'),
  t.literal('processing'),
])

export const notificationView = t.object({
  id: id(),
  name: t.string(),
  avatarUrl: t.nullable(t.string()),
  /** Goes on after `name`: the two make one sentence. */
  message: t.string(),
  kind: t.union([mutableKind, t.literal('moderation')]),
  /** The beginning of the text that it is about. */
  excerpt: t.nullable(t.string()),
  /** The page of this site that shows what it is about. */
  link: t.nullable(t.string()),
  time: timestamp(),
  read: t.boolean(),
})
export type Notification = Static<typeof notificationView>

/** How often unread notifications are mailed. */
export const digestFrequencies = ['off', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

const settings = t.object({
  mutedKinds: t.array(mutableKind, { maxItems: mutableKinds.length }),
  digest: t.union([t.literal('off'), t.literal('daily'), t.literal('weekly')]),
})
export type NotificationSettings = Static<typeof settings>

/** At most this many unread ones are counted. */
export const maxUnreadCount = 100
const unreadCount = t.integer({ maximum: maxUnreadCount })

export const notification = {
  /** The one path outside /api/v1: a plain array, as the spec has it. */
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    auth: 'session',
    summary: 'The signed-in person’s latest notifications, newest first',
    message: 'Notifications',
    data: t.array(notificationView),
    bare: true,
  }),
  page: endpoint({
    method: 'GET',
    path: '/notification',
    auth: 'session',
    summary: 'All notifications of the signed-in person, newest first, and how many are unread (up to 100)',
    message: 'Notifications',
    query: t.object(pageQuery),
    data: t.object({ ...pageOf(notificationView).properties, unreadCount }),
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/notification/read',
    auth: 'session',
    summary: 'Mark all notifications as read',
    message: 'All notifications marked as read',
    data: t.object({ unreadCount }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notification/:id/read',
    auth: 'session',
    summary: 'Mark one notification as read',
    message: 'Notification marked as read',
    params: t.object({ id: t.string() }),
    data: t.object({ unreadCount }),
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
    summary: 'Choose what to be notified of',
    message: 'Notification settings saved',
    body: t.object({
      mutedKinds: t.optional(settings.properties.mutedKinds),
      digest: t.optional(settings.properties.digest),
    }),
    data: settings,
  }),
  /** One click in a mail program (RFC 8058), or the button of the page that the link in a digest opens. */
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notification/unsubscribe',
    auth: 'public',
    summary: 'End the e-mail digest with the token of one of its messages',
    message: 'You will get no more digests',
    query: t.object({ user: t.string(), token: t.string({ maxLength: 200 }) }),
    data: t.null(),
  }),
}
