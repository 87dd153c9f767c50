import type { AuditAction, ReportKind, ReportReason } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { isId } from '../../../lib/ids.ts'

export interface AuditRow {
  id: string
  created_at: Date
  actor_id: string | null
  actor_name: string
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
  const [row] = isId(id) ? await db<AuditRow[]>`select * from audit_log where id = ${id}` : []
  return row
}

export type ListedAuditRow = AuditRow & { is_reversed: boolean }

export async function listEntries(
  db: Db,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<ListedAuditRow>> {
  const rows = await db<ListedAuditRow[]>`
    select a.*, (select true from audit_log r where r.reverses = a.id) is not null as is_reversed
    from audit_log a
    ${cursor ? db`where (a.created_at, a.id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by a.created_at desc, a.id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }))
}
