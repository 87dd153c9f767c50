import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { notBlocked } from '../../people/blocks/blocks.access.ts'

/** Which tweets are shown to a person, as a condition on `tweets t` and their owners `users u`. */
export const isTweetShown = (db: Db, viewerId: string | undefined) => db`
  u.is_active and ${notBlocked(db, viewerId, 't.owner_id')}`

/** For features that refer to tweets. The owner of a tweet never changes, so no lock is needed. */
export async function getTweetOwner(db: Db, id: string, viewerId: string | undefined): Promise<string> {
  const [row] = isId(id)
    ? await db<{ owner_id: string }[]>`
        select t.owner_id from tweets t join users u on u.id = t.owner_id
        where t.id = ${id} and ${isTweetShown(db, viewerId)}`
    : []
  if (!row) throw notFound('tweet.not-found', 'Tweet not found')
  return row.owner_id
}
