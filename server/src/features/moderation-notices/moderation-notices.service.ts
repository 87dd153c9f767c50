import type { Tx } from '../../db/sql.ts'
import { announceAll } from '../../http/events.ts'
import { newId } from '../../lib/ids.ts'
import { requestPush } from '../push-requests/push-requests.service.ts'
import { insertModerationNotices } from './moderation-notices.queries.ts'

/** The topic under which a notification of one person is announced to the processes that people are connected to. */
export const personalTopic = 'notification'

/**
 * Tells many people what the moderators decided, in a fixed number of statements. These notices cannot be muted and name
 * no moderator. A feature of its own because the purge sends notices too, and notifications depend on features that use
 * the purge.
 */
export async function notifyAll(tx: Tx, userIds: Iterable<string>, text: string, now: Date): Promise<void> {
  const notices = [...new Set(userIds)].map((userId) => ({ id: newId(), userId }))
  if (notices.length === 0) return
  await insertModerationNotices(tx, notices, text, now)
  await announceAll(
    tx,
    notices.map(({ id, userId }) => ({ topic: personalTopic, id, userId })),
  )
  await requestPush(tx, notices)
}
