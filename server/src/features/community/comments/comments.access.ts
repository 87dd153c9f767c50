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
 * The condition on `comments c` that the comment above a reply is shown too: a hidden comment hides the replies below
 * it, except from their authors, who may still change and delete them. Required in every query that finds comments
 * without their conversation. offset 0 keeps it a lookup per row.
 */
export const isParentShown = (db: Db, viewerId: string | undefined) => db`
  (c.parent_id is null or exists (
    select from comments p join users u on u.id = p.owner_id
    where p.id = c.parent_id and (c.owner_id = ${viewerId ?? null} or (${isCommentShown(db, viewerId, 'p')}))
    offset 0))`
