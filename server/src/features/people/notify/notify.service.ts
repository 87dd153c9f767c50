import { type ContentKind, mentionsIn, type NotificationKind, type Subject } from '@vireo/contract'
import type { Tx } from '../../../db/sql.ts'
import { returnToBudget, takeFromBudget } from '../../../http/access/rate-limit.ts'
import { announce, announceAll } from '../../../http/events.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { foldCase } from '../../../lib/text/fold.ts'
import { isBlockedBetween, listBlockedWith } from '../blocks/blocks.access.ts'
import {
  type Actor,
  countNotified,
  findUnnotified,
  findUsersByName,
  insertModerationNotices,
  insertNotification,
  isMuted,
  isNotifiedOf,
  joinGroup,
  leaveGroup,
  type NewNotification,
  rejoinGroup,
  replaceGroup,
  textKinds,
} from './notify.queries.ts'
import { requestNewsPush, requestPush } from './request-push.service.ts'

/** An action of one person that another person is notified of. */
interface PersonalAction {
  userId: string
  kind: (typeof textKinds)[number]
  actorId: string
  subject?: Subject
}

/** The creator of a video or tweet has removed a comment; `text` is the comment. */
interface Removal {
  userId: string
  kind: 'comment-removed'
  actorId: string
  subject: Subject
  text: string
}

/** An action of several people, who share one notification while it is unread. */
interface GroupedAction {
  userId: string
  kind: 'like' | 'heart' | 'subscriber'
  subject?: Subject
}

/** The outcome of processing, or a decision of the moderators. */
interface SystemNotice {
  userId: string
  kind: 'processing' | 'moderation'
  subject?: Subject
  /**
   * For `moderation`: continues 'The moderators', as in 'removed your comment: spam'. It is shown even if the subject
   * is not, so it must not contain anything that its reader may not see.
   */
  text?: string
}

/** A like, heart or subscription that the same person repeats causes a notification only after this time. */
const repeatAfterSeconds = 24 * 3600
/** The topics under which notifications are announced to the processes that people are connected to. */
export const topics = { personal: 'notification', video: 'new-video', tweet: 'new-tweet' } as const

/**
 * Notifies a person, in the transaction of the event. Nobody is notified of their own actions, of muted kinds, or of
 * people with whom they have a block. Returns whether the person was notified.
 */
export async function notify(
  tx: Tx,
  news: PersonalAction | Removal | SystemNotice,
  now: Date,
): Promise<boolean> {
  const actorId = 'actorId' in news ? news.actorId : undefined
  if (actorId === news.userId) return false
  if (actorId && (await isBlockedBetween(tx, actorId, news.userId))) return false
  if (await isMuted(tx, news.userId, news.kind satisfies NotificationKind)) return false
  const id = newId()
  if (!(await store(tx, { id, ...news }, actorId, now))) return false
  await deliver(tx, news.userId, id, true)
  return true
}

/** Notifies a person of the same action by one or more people. */
export async function notifyTogether(tx: Tx, action: GroupedAction, actors: Actor[]): Promise<void> {
  const { userId, kind } = action
  const others = actors.filter(({ id }) => id !== userId)
  const ids = others.map(({ id }) => id)
  if (ids.length === 0 || (await isMuted(tx, userId, kind))) return
  const group = { userId, groupKey: groupKeyOf(action) }
  const now = new Date(Math.max(...others.map(({ at }) => at.getTime())))
  const blocked = await listBlockedWith(tx, userId, ids)
  const shown = others.filter(({ id }) => !blocked.has(id))
  const known = await rejoinGroup(tx, group, shown, secondsAfter(now, -repeatAfterSeconds))
  const joining = shown.filter(({ id }) => !known.has(id))
  if (joining.length === 0) return
  const added = newId()
  const id = await joinGroup(tx, { id: added, ...action }, group.groupKey, joining, now)
  await deliver(tx, userId, id, id === added)
}

/** Sends no push message for those who join an unread notification: a popular video would keep a phone ringing. */
async function deliver(tx: Tx, userId: string, id: string, isNew: boolean): Promise<void> {
  await announce(tx, { topic: topics.personal, id, userId })
  if (isNew) await requestPush(tx, [{ id, userId }])
}

/** Returns whether a notification was stored. */
async function store(
  tx: Tx,
  news: NewNotification & (PersonalAction | Removal | SystemNotice),
  actorId: string | undefined,
  now: Date,
): Promise<boolean> {
  const { userId, kind, subject } = news
  if (kind === 'processing') await replaceGroup(tx, news, groupKeyOf({ kind, subject }), now)
  else {
    const isAboutText = textKinds.some((one) => one === kind)
    // One notification for a reply that also mentions its reader, and for a mention in a text that is edited.
    if (isAboutText && subject && (await isNotifiedOf(tx, userId, subject))) return false
    if (actorId && (await isFlooded(tx, userId, actorId, now))) return false
    await insertNotification(tx, news, actorId, now)
  }
  return true
}

/** The most notifications per hour that a person gets about what one other person writes and removes. */
const notifiedPerHour = 30

const isFlooded = async (tx: Tx, userId: string, actorId: string, now: Date) =>
  (await countNotified(tx, { userId, actorId, since: secondsAfter(now, -3600), max: notifiedPerHour })) >=
  notifiedPerHour

/** Tells a creator that comments wait for their approval, with one notification until they read it. */
export async function notifyWaiting(tx: Tx, userId: string, now: Date): Promise<void> {
  const kind = 'comments-waiting'
  if (await isMuted(tx, userId, kind)) return
  const added = newId()
  const id = await joinGroup(tx, { id: added, userId, kind }, kind, [], now)
  await deliver(tx, userId, id, id === added)
}

const groupKeyOf = ({ kind, subject }: Pick<GroupedAction | SystemNotice, 'kind' | 'subject'>) =>
  subject ? `${kind}:${subject.id}` : kind

/** Withdraws notifications of likes or hearts that were taken back, or of subscriptions that ended. */
export async function withdrawNotifications(
  tx: Tx,
  action: GroupedAction,
  actorIds: string[],
): Promise<void> {
  const { userId } = action
  const left = await leaveGroup(tx, { userId, groupKey: groupKeyOf(action) }, actorIds)
  const announcements = left.map((id) => ({ topic: topics.personal, id, userId }))
  if (announcements.length > 0) await announceAll(tx, announcements)
}

/** At most this many people are notified of being mentioned in one text, however often it is edited. */
const maxNotifiedMentions = 10
/** A person notifies at most this many others by mentioning them. */
const mentionBudget = { max: 100, windowSeconds: 24 * 3600 } as const

/**
 * Notifies the people whom a text mentions by @username. If its author has notified too many today, the text is posted
 * and nobody is told: whoever mentions that many people should not learn when it works.
 */
export async function notifyMentioned(
  tx: Tx,
  { actorId, subject, text }: { actorId: string; subject: Subject; text: string },
  now: Date,
): Promise<void> {
  const keys = [...new Set(mentionsIn(text).map(foldCase))].slice(0, maxNotifiedMentions)
  if (keys.length === 0) return
  const people = (await findUsersByName(tx, keys)).filter((id) => id !== actorId)
  const { left, mentioned } = await findUnnotified(tx, people, subject)
  const wanted = left.slice(0, Math.max(0, maxNotifiedMentions - mentioned))
  const budget = { key: `mentions:${actorId}`, ...mentionBudget }
  const granted = wanted.slice(0, await takeFromBudget(tx, budget, wanted.length, now))
  let used = 0
  for (const userId of granted)
    if (await notify(tx, { userId, kind: 'mention', actorId, subject }, now)) used++
  // Those who muted or blocked the author cost nothing.
  await returnToBudget(tx, budget.key, granted.length - used)
}

/** Announces a new video or tweet to connected subscribers and devices. Lists of notifications find it without this. */
export async function announceToSubscribers(tx: Tx, kind: ContentKind, id: string): Promise<void> {
  await announce(tx, { topic: topics[kind], id })
  await requestNewsPush(tx, topics[kind], id)
}

/**
 * Notifies many people of a decision of the moderators, in a fixed number of statements. These notices cannot be muted
 * and name no moderator.
 */
export async function notifyAll(tx: Tx, userIds: Iterable<string>, text: string, now: Date): Promise<void> {
  const notices = [...new Set(userIds)].map((userId) => ({ id: newId(), userId }))
  if (notices.length === 0) return
  await insertModerationNotices(tx, notices, text, now)
  await announceAll(
    tx,
    notices.map(({ id, userId }) => ({ topic: topics.personal, id, userId })),
  )
  await requestPush(tx, notices)
}
