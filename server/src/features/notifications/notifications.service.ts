import type { Db } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { insertForSubscribers, insertNotification } from './notifications.queries.ts'

interface News {
  userId: string
  actorId: string
  message: string
}

/** Tells a person what someone else did; nobody is told of their own doing. */
export async function addNotification(db: Db, { userId, actorId, message }: News, now: Date): Promise<void> {
  if (userId !== actorId) await insertNotification(db, { id: newId(), userId, actorId, message }, now)
}

interface ChannelNews {
  channelId: string
  message: string
  /** The video that it tells of: the news is hidden while that is private, and goes with it. */
  videoId?: string
}

export async function tellSubscribers(db: Db, news: ChannelNews, now: Date): Promise<void> {
  await insertForSubscribers(db, news, now)
}
