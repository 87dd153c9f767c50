import type { Db, Tx } from '../../db/sql.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  insertForSubscribers,
  insertNotification,
  replaceOlderNotifications,
} from './notifications.queries.ts'

interface News {
  userId: string
  actorId: string
  message: string
}

/** Tells a person what someone else did; nobody is told of their own doing. */
export async function addNotification(db: Db, { userId, actorId, message }: News, now: Date): Promise<void> {
  if (userId !== actorId) await insertNotification(db, { id: newId(), userId, actorId, message }, now)
}

const againAfterSeconds = 24 * 3600

/** For actions that can be repeated: at most one notification a day, and only the latest is kept. */
export async function addNotificationOnce(db: Db, news: News, now: Date): Promise<void> {
  const isNew = await replaceOlderNotifications(db, news, secondsAfter(now, -againAfterSeconds))
  if (isNew) await addNotification(db, news, now)
}

interface ChannelNews {
  channelId: string
  message: string
  /** The video it is about: the notification is hidden while the video is private, and deleted with it. */
  videoId?: string
}

export async function tellSubscribers(tx: Tx, news: ChannelNews, now: Date): Promise<void> {
  await insertForSubscribers(tx, news, now)
}
