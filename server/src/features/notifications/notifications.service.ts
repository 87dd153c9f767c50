import { mentionsIn, type NotificationKind } from '@vireo/contract'
import type { Tx } from '../../db/sql.ts'
import { announce } from '../../http/events.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { foldCase } from '../../lib/fold.ts'
import { newId } from '../../lib/ids.ts'
import { isBlockedBetween } from '../blocks/blocks.access.ts'
import { personalTopic } from '../notices/notices.service.ts'
import {
  countTold,
  findUsersByName,
  insertNotification,
  isMuted,
  isToldOf,
  joinGroup,
  leaveGroup,
  type NewNotification,
  rejoinGroup,
  replaceGroup,
  type Subject,
} from './notifications.queries.ts'

export type { Subject } from './notifications.queries.ts'

/** An action of one person that another person is notified of. */
interface Deed {
  userId: string
  kind: 'comment' | 'reply' | 'mention' | 'like' | 'subscriber'
  actorId: string
  subject?: Subject
}

/** Something that happened by itself, or that the moderators decided. */
interface Notice {
  userId: string
  kind: 'processing' | 'moderation'
  subject?: Subject
  /**
   * For `moderation`: goes on after 'The moderators', as in 'removed your comment: spam'. It is shown whether or not
   * the subject still is, so it must name nothing that its reader may not see.
   */
  text?: string
}

/** A like or subscription that the same person repeats is notified again only after this time. */
const againAfterSeconds = 24 * 3600
/** Under which name each is announced to the processes that people are connected to. */
export const topics = { personal: personalTopic, video: 'new-video', tweet: 'new-tweet' } as const

/**
 * Tells a person something, in the transaction in which it happens. Nobody is told of their own doing, of what they
 * muted, or of what someone does with whom they have a block; likes and subscriptions of several people are told together while they are unread.
 */
export async function notify(tx: Tx, news: Deed | Notice, now: Date): Promise<void> {
  const actorId = 'actorId' in news ? news.actorId : undefined
  if (actorId === news.userId) return
  if (actorId && (await isBlockedBetween(tx, actorId, news.userId))) return
  if (await isMuted(tx, news.userId, news.kind satisfies NotificationKind)) return
  const id = await write(tx, { id: newId(), ...news }, actorId, now)
  if (id) await announce(tx, { topic: topics.personal, id, userId: news.userId })
}

/** Answers the id of the notification that there is something new about, if any. */
async function write(
  tx: Tx,
  news: NewNotification & (Deed | Notice),
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
    // A reply that also mentions its reader is told once, and so is a mention in a text that is edited.
    if (isOneText && subject && (await isToldOf(tx, userId, subject))) return undefined
    if (isOneText && actorId && (await isFlooded(tx, userId, actorId, now))) return undefined
    await insertNotification(tx, news, actorId, now)
  }
  return id
}

/** The most notifications an hour that one person gets of another person's comments and mentions. */
const toldPerHour = 30

const isFlooded = async (tx: Tx, userId: string, actorId: string, now: Date) =>
  (await countTold(tx, { userId, actorId, since: secondsAfter(now, -3600), most: toldPerHour })) >=
  toldPerHour

function groupKeyOf({ kind, subject }: Pick<Deed | Notice, 'kind' | 'subject'>): string | undefined {
  if (kind === 'subscriber') return kind
  return kind === 'like' || kind === 'processing' ? `${kind}:${subject?.id}` : undefined
}

/** A like was taken back, or a subscription ended. */
export async function withdraw(tx: Tx, deed: Deed): Promise<void> {
  const { userId, actorId } = deed
  const groupKey = groupKeyOf(deed)
  if (!groupKey) return
  for (const id of await leaveGroup(tx, { userId, actorId, groupKey }))
    await announce(tx, { topic: topics.personal, id, userId })
}

/** At most this many people are told of being mentioned in one text. */
const mentionsTold = 10

/** Tells the people whom a text names by @username. */
export async function notifyMentioned(
  tx: Tx,
  { actorId, subject, text }: { actorId: string; subject: Subject; text: string },
  now: Date,
): Promise<void> {
  const keys = [...new Set(mentionsIn(text).map(foldCase))].slice(0, mentionsTold)
  if (keys.length === 0) return
  for (const userId of await findUsersByName(tx, keys))
    await notify(tx, { userId, kind: 'mention', actorId, subject }, now)
}

/** Tells subscribers who are connected of a new video or tweet. Their lists find it by themselves. */
export async function announceNews(tx: Tx, kind: 'video' | 'tweet', id: string): Promise<void> {
  await announce(tx, { topic: topics[kind], id })
}
