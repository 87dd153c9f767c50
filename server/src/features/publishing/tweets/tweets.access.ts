import type { CommentsMode } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { notBlocked } from '../../people/blocks/blocks.access.ts'

/** Which tweets are shown to a person, as a condition on `tweets t` and their owners `users u`. */
export const isTweetShown = (db: Db, viewerId: string | undefined) => db`
  u.is_active and ${notBlocked(db, viewerId, 't.owner_id')}`

interface VisibleTweet {
  id: string
  ownerId: string
  commentsMode: CommentsMode
}

/** For features that refer to tweets. The owner of a tweet never changes, so no lock is needed. */
export async function getVisibleTweet(
  db: Db,
  id: string,
  viewerId: string | undefined,
): Promise<VisibleTweet> {
  const [row] = isId(id)
    ? await db<VisibleTweet[]>`
        select t.id, t.owner_id as "ownerId", t.comments_mode as "commentsMode" from tweets t join users u on u.id = t.owner_id
        where t.id = ${id} and ${isTweetShown(db, viewerId)}`
    : []
  if (!row) throw notFound('tweet.not-found', 'Tweet not found')
  return row
}
