import type { DataExport } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { secondsAfter } from '../../../lib/clock.ts'

export interface ExportRow {
  id: string
  with_files: boolean
  status: DataExport['status']
  failure: string | null
  folder: string | null
  bytes: number | null
  created_at: Date
  expires_at: Date | null
}

const columns = (db: Db) => db`
  id, with_files, status, failure, folder, bytes::float8 as bytes, created_at, expires_at`

/** Undefined if there is none, or if it has expired. */
export async function findExport(db: Db, userId: string, now: Date): Promise<ExportRow | undefined> {
  const [row] = await db<ExportRow[]>`
    select ${columns(db)} from exports
    where user_id = ${userId} and (expires_at is null or expires_at > ${now})`
  return row
}

/** Undefined while the person has a pending one. */
export async function insertExport(
  db: Db,
  { id, userId, withFiles }: { id: string; userId: string; withFiles: boolean },
  now: Date,
): Promise<ExportRow | undefined> {
  const [row] = await db<ExportRow[]>`
    insert into exports (id, user_id, with_files, created_at)
    values (${id}, ${userId}, ${withFiles}, ${now})
    on conflict (user_id) do nothing
    returning ${columns(db)}`
  return row
}

type Deleted = { folder: string | null }

/** Returns the folder of its file, if it has one. */
export async function deleteFinishedExport(db: Db, userId: string): Promise<string[]> {
  const rows = await db<Deleted[]>`
    delete from exports where user_id = ${userId} and status <> 'pending' returning folder`
  return rows.flatMap((row) => row.folder ?? [])
}

/** Returns the folders of their files. */
export async function deleteExpiredExports(db: Db, now: Date): Promise<string[]> {
  const rows = await db<Deleted[]>`delete from exports where expires_at <= ${now} returning folder`
  return rows.flatMap((row) => row.folder ?? [])
}

/** What the job needs; undefined if the export was removed, or its person's account was deleted or suspended. */
export async function findPending(
  db: Db,
  id: string,
): Promise<{ userId: string; withFiles: boolean } | undefined> {
  const [row] = await db<{ userId: string; withFiles: boolean }[]>`
    select e.user_id as "userId", e.with_files as "withFiles"
    from exports e join users u on u.id = e.user_id and u.is_active
    where e.id = ${id} and e.status = 'pending'`
  return row
}

interface Ended {
  status: 'ready' | 'failed'
  failure: string | null
  folder: string | null
  bytes: number | null
  expires_at: Date
}

/** Returns the address of the person; undefined if there is no such pending export, as in `findPending`. */
export async function endExport(db: Db, id: string, ended: Ended, now: Date): Promise<string | undefined> {
  const [row] = await db<{ email: string }[]>`
    update exports e set ${db({ ...ended, finished_at: now })}
    from users u
    where e.id = ${id} and e.status = 'pending' and u.id = e.user_id and u.is_active
    returning u.email`
  return row?.email
}

/** The pending export of an account that is no longer active. It has no file yet. */
export async function deleteUnwanted(db: Db, id: string): Promise<void> {
  await db`
    delete from exports e using users u
    where e.id = ${id} and e.status = 'pending' and u.id = e.user_id and not u.is_active`
}

/** Newer exports are left out, because their jobs may not have been in the queue yet when it was read. */
const graceSeconds = 60

/** The key of the job that makes an export. */
export const jobKeyOf = (id: string) => `export:${id}`

/** Pending exports without a job, because its process was killed during the last attempt. */
export async function listAbandoned(db: Db, now: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from exports e
    where status = 'pending' and created_at <= ${secondsAfter(now, -graceSeconds)}
      and not exists (
        select from graphile_worker.jobs j
        where j.key = ${jobKeyOf('')} || e.id and (j.locked_at is not null or j.attempts < j.max_attempts))`
  return rows.map((row) => row.id)
}

export async function hasLiveExport(db: Db, folder: string, now: Date): Promise<boolean> {
  const [row] = await db`
    select from exports e join users u on u.id = e.user_id and u.is_active
    where e.folder = ${folder} and e.expires_at > ${now}`
  return row !== undefined
}
