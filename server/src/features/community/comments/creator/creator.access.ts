import type { Db } from '../../../../db/sql.ts'

/** The condition that `comments c` are on a video or tweet of the creator, and written by somebody else. */
export const isOnOwnContent = (db: Db, creatorId: string) => db`
  coalesce(c.owner_id, c.removed_from) <> ${creatorId} and ${creatorId}::uuid = coalesce(
    (select owner_id from videos where id = c.video_id), (select owner_id from tweets where id = c.tweet_id))`
