import type { Db } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { insertNotification } from './notifications.queries.ts'

interface News {
  userId: string
  actorId: string
  message: string
}

/** Tells a person what someone else did; nobody is told of their own doing. */
export async function addNotification(db: Db, { userId, actorId, message }: News, now: Date): Promise<void> {
  if (userId !== actorId) await insertNotification(db, { id: newId(), userId, actorId, message }, now)
}
