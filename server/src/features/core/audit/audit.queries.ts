import type { AuditAction, ReportKind, ReportReason, Role } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { isId } from '../../../lib/ids.ts'

export interface AuditRow {
  id: string
  created_at: Date
  actor_id: string | null
  actor_name: string
  actor_role: Role | null
  action: AuditAction
  subject_kind: ReportKind | null
  subject_id: string | null
  subject_name: string
  owner_id: string | null
  reason: ReportReason | null
  note: string
  reverses: string | null
}

/** Returns false if the action that it reverses was reversed before. */
export async function insertEntry(db: Db, entry: AuditRow): Promise<boolean> {
  const rows = await db`
    insert into audit_log ${db({ ...entry })}
    on conflict (reverses) where reverses is not null do nothing returning 1`
  return rows.length > 0
}

export async function findUsername(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db<{ username: string }[]>`select username from users where id = ${userId}`
  return row?.username
}

export async function findEntry(db: Db, id: string): Promise<AuditRow | undefined> {
  const [row] = isId(id)
    ? await db<AuditRow[]>`select a.*, ${actorRole(db)} as actor_role from audit_log a where a.id = ${id}`
    : []
  return row
}

/** Entries of earlier versions have no role: it is the one that the person has now, if there is an account. */
const actorRole = (db: Db) => db`coalesce(a.actor_role, (select role from users where id = a.actor_id))`

export interface ListedAuditRow extends AuditRow {
  is_reversed: boolean
  /** Null if the subject has no owner, or the account was deleted. */
  owner_role: Role | null
}

export async function listEntries(
  db: Db,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<ListedAuditRow>> {
  const rows = await db<ListedAuditRow[]>`
    select a.*, ${actorRole(db)} as actor_role, o.role as owner_role,
      (select true from audit_log r where r.reverses = a.id) is not null as is_reversed
    from audit_log a left join users o on o.id = a.owner_id and o.deleted_at is null
    ${cursor ? db`where (a.created_at, a.id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by a.created_at desc, a.id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }))
}
