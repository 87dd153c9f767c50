import type { Role } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'
import { isId } from '../../../../lib/ids.ts'
import { hashToken } from '../../../../lib/security/tokens.ts'
import { foldCase } from '../../../../lib/text/fold.ts'

/** An account as moderation sees it. */
export interface AccountStatus {
  id: string
  username: string
  email: string
  role: Role
  is_active: boolean
  suspended_at: Date | null
  /** When the account is removed, if its owner has deleted it. */
  closes_at: Date | null
}

const columns = ['id', 'username', 'email', 'role', 'is_active', 'suspended_at', 'closes_at'] as const

export async function findAccountStatus(db: Db, id: string): Promise<AccountStatus | undefined> {
  const [row] = isId(id)
    ? await db<AccountStatus[]>`select ${db(columns)} from users where id = ${id} and deleted_at is null`
    : []
  return row
}

export async function lockAccount(db: Db, id: string): Promise<AccountStatus | undefined> {
  const [row] = isId(id)
    ? await db<AccountStatus[]>`
        select ${db(columns)} from users where id = ${id} and deleted_at is null for no key update`
    : []
  return row
}

export async function lockAccountByName(db: Db, username: string): Promise<AccountStatus | undefined> {
  const [row] = await db<AccountStatus[]>`
    select ${db(columns)} from users
    where username_key = ${foldCase(username)} and deleted_at is null for no key update`
  return row
}

/** The account of this address, unless it is an administrator's already. */
export async function lockNonAdminByEmail(db: Db, email: string): Promise<AccountStatus | undefined> {
  const [row] = await db<AccountStatus[]>`
    select ${db(columns)} from users
    where email_key = ${foldCase(email)} and deleted_at is null and role <> 'admin' for no key update`
  return row
}

export async function setRole(db: Db, id: string, role: Role): Promise<void> {
  await db`update users set role = ${role} where id = ${id}`
}

/** Keeps others from becoming an administrator or making a link until the transaction ends. Lock the account first. */
export async function lockAdminLinks(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('admin-link', 0))`
}

export async function insertAdminLink(db: Db, token: string, now: Date): Promise<void> {
  await db`insert into admin_links (token_hash, created_at) values (${hashToken(token)}, ${now})`
}

export async function hasAdminLink(db: Db, token: string): Promise<boolean> {
  const [row] = await db`select from admin_links where token_hash = ${hashToken(token)}`
  return row !== undefined
}

export async function deleteAdminLinks(db: Db): Promise<void> {
  await db`delete from admin_links`
}

export async function setSuspended(db: Db, id: string, since: Date | null): Promise<void> {
  await db`update users set suspended_at = ${since}, files_withdrawn_at = null where id = ${id}`
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const [row] = await db`select from users where role = 'admin' and is_active limit 1`
  return row !== undefined
}

export interface StaffRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  role: Role
}

export async function listStaff(db: Db): Promise<StaffRow[]> {
  return db<StaffRow[]>`
    select id, username, fullname, avatar_folder, role from users
    where role <> 'member' and deleted_at is null and closes_at is null order by role, username_key limit 500`
}

export async function deleteAdminLinksBefore(db: Db, before: Date): Promise<void> {
  await db`delete from admin_links where created_at <= ${before}`
}
