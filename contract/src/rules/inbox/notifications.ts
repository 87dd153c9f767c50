/** Kinds of notifications that a person can turn off. */
export const mutableKinds = [
  'new-video',
  'new-tweet',
  'comment',
  'reply',
  'mention',
  'like',
  'heart',
  'subscriber',
  'processing',
  'comments-waiting',
  'comment-removed',
] as const
export type MutableKind = (typeof mutableKinds)[number]
/** Moderators' decisions about a person cannot be turned off. */
export const notificationKinds = [...mutableKinds, 'moderation'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How often unread notifications are mailed. */
export const digestFrequencies = ['off', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof digestFrequencies)[number]

/** How many notifications the bell menu shows. */
export const latestNotifications = 50
/** Unread notifications are counted up to this number. */
export const maxUnreadCount = 100
