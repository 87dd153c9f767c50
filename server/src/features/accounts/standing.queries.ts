import type { Role } from '@vireo/contract'
import type { Db } from '../../db/sql.ts'
import { foldCase } from '../../lib/fold.ts'
import { isId } from '../../lib/ids.ts'

/** An account as moderation sees it. */
export interface Standing {
  id: string
  username: string
  email: string
  role: Role
  is_active: boolean
  suspended_at: Date | null
  /** When the account that its owner has deleted is removed. */
  closes_at: Date | null
}

/** Who looks at what waits for a decision. */
export type Reviewer = Pick<Standing, 'id' | 'role'>

/** Moderators do not see what is about themselves or about administrators; `u` is whom it is about. */
export const mayDecideAbout = (db: Db, { id, role }: Reviewer) =>
  role === 'admin' ? db`true` : db`u.role <> 'admin' and u.id <> ${id}`

const columns = ['id', 'username', 'email', 'role', 'is_active', 'suspended_at', 'closes_at'] as const

export async function findStanding(db: Db, id: string): Promise<Standing | undefined> {
  const [row] = isId(id)
    ? await db<Standing[]>`select ${db(columns)} from users where id = ${id} and deleted_at is null`
    : []
  return row
}

export async function lockStanding(db: Db, id: string): Promise<Standing | undefined> {
  const [row] = isId(id)
    ? await db<Standing[]>`
        select ${db(columns)} from users where id = ${id} and deleted_at is null for no key update`
    : []
  return row
}

export async function lockStandingByName(db: Db, username: string): Promise<Standing | undefined> {
  const [row] = await db<Standing[]>`
    select ${db(columns)} from users
    where username_key = ${foldCase(username)} and deleted_at is null for no key update`
  return row
}

/** The account of this address, unless it is an administrator's already. */
export async function lockMemberByEmail(db: Db, email: string): Promise<Standing | undefined> {
  const [row] = await db<Standing[]>`
    select ${db(columns)} from users
    where email_key = ${foldCase(email)} and deleted_at is null and role <> 'admin' for no key update`
  return row
}

export async function setRole(db: Db, id: string, role: Role): Promise<void> {
  await db`update users set role = ${role} where id = ${id}`
}

/** Until the transaction ends nobody else becomes an administrator, and no link to become it is made. Lock the account first. */
export async function lockAdminLinks(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('admin-link', 0))`
}

export async function deleteAdminLinks(db: Db): Promise<void> {
  await db`delete from admin_links`
}

export async function setSuspended(db: Db, id: string, since: Date | null): Promise<void> {
  await db`update users set suspended_at = ${since} where id = ${id}`
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
