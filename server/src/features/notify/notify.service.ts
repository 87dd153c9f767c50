import { mentionsIn, type NotificationKind } from '@vireo/contract'
import type { Tx } from '../../db/sql.ts'
import { announce } from '../../http/events.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { foldCase } from '../../lib/fold.ts'
import { newId } from '../../lib/ids.ts'
import { isBlockedBetween } from '../blocks/blocks.access.ts'
import { personalTopic } from '../moderation-notices/moderation-notices.service.ts'
import { requestNewsPush, requestPush } from '../push-requests/push-requests.service.ts'
import {
  countNotified,
  findUsersByName,
  insertNotification,
  isMuted,
  isNotifiedOf,
  joinGroup,
  leaveGroup,
  type NewNotification,
  rejoinGroup,
  replaceGroup,
  type Subject,
} from './notify.queries.ts'

export type { Subject } from './notify.queries.ts'

/** An action of one person that another person is notified of. */
interface PersonalAction {
  userId: string
  kind: 'comment' | 'reply' | 'mention' | 'like' | 'heart' | 'subscriber'
  actorId: string
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

/** A like, heart or subscription that the same person repeats is notified again only after this time. */
const againAfterSeconds = 24 * 3600
/** The topics under which notifications are announced to the processes that people are connected to. */
export const topics = { personal: personalTopic, video: 'new-video', tweet: 'new-tweet' } as const

/**
 * Notifies a person, in the transaction of the event. Nobody is notified of their own actions, of muted kinds, or of
 * people with whom they have a block. Likes and subscriptions of several people share one notification while it is
 * unread.
 */
export async function notify(tx: Tx, news: PersonalAction | SystemNotice, now: Date): Promise<void> {
  const actorId = 'actorId' in news ? news.actorId : undefined
  if (actorId === news.userId) return
  if (actorId && (await isBlockedBetween(tx, actorId, news.userId))) return
  if (await isMuted(tx, news.userId, news.kind satisfies NotificationKind)) return
  const added = newId()
  const id = await write(tx, { id: added, ...news }, actorId, now)
  if (!id) return
  await announce(tx, { topic: topics.personal, id, userId: news.userId })
  // Not for every like that joins an unread notification: a popular video would keep a phone ringing.
  if (id === added) await requestPush(tx, [{ id, userId: news.userId }])
}

/** Returns the id of the notification that is new or has changed, if any. */
async function write(
  tx: Tx,
  news: NewNotification & (PersonalAction | SystemNotice),
  actorId: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const { id, userId, kind, subject } = news
  const groupKey = groupKeyOf(news)
  if (groupKey && actorId) {
    const since = secondsAfter(now, -againAfterSeconds)
    if (await rejoinGroup(tx, { userId, actorId, groupKey }, since)) return undefined
    return joinGroup(tx, news, groupKey, actorId, now)
  }
  if (groupKey) await replaceGroup(tx, news, groupKey, now)
  else {
    const isOneText = kind === 'comment' || kind === 'reply' || kind === 'mention'
    // One notification for a reply that also mentions its reader, and for a mention in a text that is edited.
    if (isOneText && subject && (await isNotifiedOf(tx, userId, subject))) return undefined
    if (isOneText && actorId && (await isFlooded(tx, userId, actorId, now))) return undefined
    await insertNotification(tx, news, actorId, now)
  }
  return id
}

/** The most notifications an hour that one person gets of another person's comments and mentions. */
const notifiedPerHour = 30

const isFlooded = async (tx: Tx, userId: string, actorId: string, now: Date) =>
  (await countNotified(tx, { userId, actorId, since: secondsAfter(now, -3600), most: notifiedPerHour })) >=
  notifiedPerHour

function groupKeyOf({
  kind,
  subject,
}: Pick<PersonalAction | SystemNotice, 'kind' | 'subject'>): string | undefined {
  if (kind === 'subscriber') return kind
  return kind === 'like' || kind === 'heart' || kind === 'processing' ? `${kind}:${subject?.id}` : undefined
}

/** A like or heart was taken back, or a subscription ended. */
export async function withdrawNotification(tx: Tx, action: PersonalAction): Promise<void> {
  const { userId, actorId } = action
  const groupKey = groupKeyOf(action)
  if (!groupKey) return
  for (const id of await leaveGroup(tx, { userId, actorId, groupKey }))
    await announce(tx, { topic: topics.personal, id, userId })
}

/** At most this many people are notified of being mentioned in one text. */
const notifiedMentions = 10

/** Notifies the people whom a text mentions by @username. */
export async function notifyMentioned(
  tx: Tx,
  { actorId, subject, text }: { actorId: string; subject: Subject; text: string },
  now: Date,
): Promise<void> {
  const keys = [...new Set(mentionsIn(text).map(foldCase))].slice(0, notifiedMentions)
  if (keys.length === 0) return
  for (const userId of await findUsersByName(tx, keys))
    await notify(tx, { userId, kind: 'mention', actorId, subject }, now)
}

/** Announces a new video or tweet to connected subscribers and their devices. Lists of notifications find it without this. */
export async function announceToSubscribers(tx: Tx, kind: 'video' | 'tweet', id: string): Promise<void> {
  await announce(tx, { topic: topics[kind], id })
  await requestNewsPush(tx, topics[kind], id)
}
