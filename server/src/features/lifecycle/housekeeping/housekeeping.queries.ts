import type { Db } from '../../../db/sql.ts'

/** Tables whose rows are ignored after the time in this column. */
const expiring = [
  ['sessions', 'expires_at'],
  ['email_codes', 'expires_at'],
  ['email_proofs', 'expires_at'],
  ['browser_flows', 'expires_at'],
  ['rate_limits', 'resets_at'],
  ['invitations', 'expires_at'],
] as const

export async function deleteExpiredRows(db: Db, now: Date): Promise<void> {
  for (const [table, column] of expiring) await db`delete from ${db(table)} where ${db(column)} <= ${now}`
}

export async function deleteDevicesUnusedSince(db: Db, since: Date): Promise<void> {
  await db`delete from known_devices where last_used_at <= ${since}`
}

export async function deleteAdminLinksBefore(db: Db, before: Date): Promise<void> {
  await db`delete from admin_links where created_at <= ${before}`
}
