import type { Role } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'

/** A moderator or administrator who reviews reports and held comments. */
export interface Reviewer {
  id: string
  role: Role
}

/**
 * What a reviewer may decide about, as a condition on its owner `users u`. Moderators see nothing about themselves or
 * about administrators.
 */
export const mayDecideAbout = (db: Db, { id, role }: Reviewer) =>
  role === 'admin' ? db`true` : db`u.role <> 'admin' and u.id <> ${id}`
