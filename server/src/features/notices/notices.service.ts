import type { Tx } from '../../db/sql.ts'
import { announceAll } from '../../http/events.ts'
import { newId } from '../../lib/ids.ts'
import { insertNotices } from './notices.queries.ts'

/** Under which name a notification of one person is announced. */
export const personalTopic = 'notification'

/**
 * Tells many people what the moderators decided, in as many statements as for one. Nobody can mute that, and nobody is
 * named as having done it. The purge tells people too, so this feature knows no other.
 */
export async function notifyAll(tx: Tx, userIds: Iterable<string>, text: string, now: Date): Promise<void> {
  const notices = [...new Set(userIds)].map((userId) => ({ id: newId(), userId }))
  if (notices.length === 0) return
  await insertNotices(tx, notices, text, now)
  await announceAll(
    tx,
    notices.map(({ id, userId }) => ({ topic: personalTopic, id, userId })),
  )
}
