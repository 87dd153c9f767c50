import type { Role } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { notFound, unauthorized } from '../../../lib/app-error.ts'
import { foldCase } from '../../../lib/text/fold.ts'

export interface UserRow {
  id: string
  username: string
  fullname: string
  email: string
  password_hash: string | null
  bio: string
  location: string
  avatar_folder: string | null
  cover_folder: string | null
  pending_email: string | null
  is_new_email_proven: boolean
  subscribers_count: number
  subscriptions_count: number
  videos_count: number
  role: Role
  is_active: boolean
  suspended_at: Date | null
  /** When the account is removed, if its owner has deleted it; until then it can be restored. */
  closes_at: Date | null
  created_at: Date
}

export interface ChannelRow extends UserRow {
  is_subscribed: boolean
  is_blocked: boolean
}

interface NewUser {
  id: string
  username: string
  fullname: string
  email: string
  /** Null for people who signed up through a provider. */
  passwordHash: string | null
}

const columns = [
  'id',
  'username',
  'fullname',
  'email',
  'password_hash',
  'bio',
  'location',
  'avatar_folder',
  'cover_folder',
  'pending_email',
  'is_new_email_proven',
  'subscribers_count',
  'subscriptions_count',
  'videos_count',
  'role',
  'is_active',
  'suspended_at',
  'closes_at',
  'created_at',
] as const

/** Throws as if there were no session if the account is deleted or hidden. */
export async function getUser(db: Db, id: string): Promise<UserRow> {
  const [row] = await db<UserRow[]>`select ${db(columns)} from users where id = ${id} and is_active`
  if (!row) throw unauthorized()
  return row
}

/** Includes suspended and closing accounts, so that a sign-in can end with a message about it. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`select ${db(columns)} from users where id = ${id} and deleted_at is null`
  return row
}

export async function findUserByUsername(db: Db, username: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    select ${db(columns)} from users where username_key = ${foldCase(username)} and deleted_at is null`
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    select ${db(columns)} from users where email_key = ${foldCase(email)} and deleted_at is null`
  return row
}

export async function getChannel(
  db: Db,
  username: string,
  viewerId: string | undefined,
): Promise<ChannelRow> {
  const [row] = await db<ChannelRow[]>`
    select ${db(columns)}, exists (
      select from subscriptions where subscriber_id = ${viewerId ?? null} and channel_id = users.id
    ) as is_subscribed, exists (
      select from blocks where blocker_id = ${viewerId ?? null} and blocked_id = users.id
    ) as is_blocked
    from users where username_key = ${foldCase(username)} and deleted_at is null and is_active`
  if (!row) throw notFound('profile.not-found', 'Profile not found')
  return row
}

export async function listChannelsById(db: Db, ids: string[]): Promise<ChannelRow[]> {
  return db<ChannelRow[]>`
    select ${db(columns)}, false as is_subscribed, false as is_blocked from users where id = any(${ids}::uuid[]) and is_active`
}

/** Returns undefined if the username or the address is taken. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    insert into users ${db({
      id: user.id,
      username: user.username,
      username_key: foldCase(user.username),
      fullname: user.fullname,
      email: user.email,
      email_key: foldCase(user.email),
      password_hash: user.passwordHash,
      created_at: now,
      updated_at: now,
    })}
    on conflict do nothing
    returning ${db(columns)}`
  return row
}

interface UserChanges {
  fullname?: string
  email?: string
  bio?: string
  location?: string
  pending_email?: string | null
  is_new_email_proven?: boolean
  password_hash?: string
  avatar_folder?: string
  cover_folder?: string
}

export async function updateUser(db: Db, id: string, changes: UserChanges, now: Date): Promise<UserRow> {
  const key = changes.email === undefined ? {} : { email_key: foldCase(changes.email) }
  const [row] = await db<UserRow[]>`
    update users set ${db({ ...changes, ...key, updated_at: now })} where id = ${id} and deleted_at is null
    returning ${db(columns)}`
  if (!row) throw unauthorized()
  return row
}

/** Locks the row until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<UserRow> {
  const [row] = await db<UserRow[]>`
    select ${db(columns)} from users where id = ${id} and is_active for update`
  if (!row) throw unauthorized()
  return row
}

/** Keeps an account from being deleted until the transaction ends; fails if it is deleted or suspended already. */
export async function lockUserAgainstDeletion(db: Db, id: string): Promise<void> {
  const [row] = await db`select from users where id = ${id} and is_active for key share`
  if (!row) throw unauthorized()
}

/** Whether the password and the active state are still as they were read. Locks both until the transaction ends. */
export async function lockPassword(db: Db, { id, password_hash, is_active }: UserRow): Promise<boolean> {
  const [row] = await db`
    select from users
    where id = ${id} and password_hash is not distinct from ${password_hash}
      and is_active = ${is_active} and deleted_at is null
    for no key update`
  return row !== undefined
}

/** Hides the account until its owner restores it. Returns undefined if it is hidden already. */
export async function closeUser(db: Db, id: string, closesAt: Date): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    update users set closes_at = ${closesAt}, pending_email = null, files_withdrawn_at = null
    where id = ${id} and is_active
    returning ${db(columns)}`
  return row
}

/** Returns undefined if it is too late, the account is not closing, or it was suspended. */
export async function reopenUser(db: Db, id: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    update users set closes_at = null, files_withdrawn_at = null
    where id = ${id} and closes_at > ${now} and deleted_at is null and suspended_at is null
    returning ${db(columns)}`
  return row
}

/** Finds an account that can no longer be restored, and locks it until the transaction ends. */
export async function lockClosedUser(db: Db, now: Date): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    select ${db(columns)} from users where closes_at <= ${now} and deleted_at is null
    order by closes_at limit 1 for update skip locked`
  return row
}

/** Hides the account; the next purge removes the row and everything that belongs to it. */
export async function deleteUser(db: Db, id: string, now: Date): Promise<void> {
  await db`update users set deleted_at = ${now}, closes_at = null, password_hash = null where id = ${id}`
  await db`delete from search_channels where user_id = ${id}`
  // The person may sign up again with the same account of a provider before the purge.
  await db`delete from identities where user_id = ${id}`
}
