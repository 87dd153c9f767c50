import type { Db } from '../../../db/sql.ts'
import { notBlocked } from '../../people/blocks/blocks.access.ts'

/**
 * Which comments are shown to a person, as a condition on comments under the given alias and their owners `users u`.
 * Only its author sees a held one.
 */
export const isCommentShown = (db: Db, viewerId: string | undefined, comment: 'c' | 'p') => db`
  u.is_active and ${notBlocked(db, viewerId, `${comment}.owner_id`)}
  and (not ${db(`${comment}.is_held`)} or ${db(`${comment}.owner_id`)} = ${viewerId ?? null})`

/**
 * The condition on `comments c` that their conversation is shown: the comment above a reply, because a hidden comment
 * hides the replies below it, and the comments of the video or tweet, which may be turned off. The authors of comments
 * may still change and delete them. Required in every query that finds comments without their conversation. offset 0
 * keeps it a lookup per row.
 */
export const isConversationShown = (db: Db, viewerId: string | undefined) => db`
  (c.parent_id is null or exists (
    select from comments p join users u on u.id = p.owner_id
    where p.id = c.parent_id and (c.owner_id = ${viewerId ?? null} or (${isCommentShown(db, viewerId, 'p')}))
    offset 0))
  and (c.owner_id = ${viewerId ?? null} or not exists (
    select from videos where id = c.video_id and comments_mode = 'off'
    union all
    select from tweets where id = c.tweet_id and comments_mode = 'off'
    offset 0))`
