import type { Db, Tx } from '../../../db/sql.ts'
import type { VideoRow } from '../videos/videos.queries.ts'

/** Whether the account is suspended or closing; the lock makes a decision about it wait. */
export async function lockHidden(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`
    select from users where id = ${userId} and not is_active and deleted_at is null for share`
  return rows.length > 0
}

export async function noteWithdrawal(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`update users set files_withdrawn_at = ${now} where id = ${userId}`
}

/** Suspended and closing accounts whose files were not withdrawn yet. Notes that they are now. */
export async function takeAccountsToWithdraw(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update users set files_withdrawn_at = ${now}
    where id in (
      select id from users where not is_active and deleted_at is null and files_withdrawn_at is null
      order by id limit ${limit} for update skip locked)
    returning id`
  return rows.map(({ id }) => id)
}

/** The files of private videos are withdrawn already. */
export const listPublicVideos = (db: Db, ownerId: string, after: string | undefined, limit: number) =>
  db<Pick<VideoRow, 'id' | 'folder'>[]>`
    select id, folder from videos
    where owner_id = ${ownerId} and visibility <> 'private' ${after ? db`and id > ${after}` : db``}
    order by id limit ${limit}`

export const listTweetFolders = (db: Db, ownerId: string, after: string | undefined, limit: number) =>
  db<{ id: string; folder: string }[]>`
    select id, folder from tweets where owner_id = ${ownerId} ${after ? db`and id > ${after}` : db``}
    order by id limit ${limit}`

export async function listProfileFolders(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ folder: string }[]>`
    select unnest(array_remove(array[avatar_folder, cover_folder], null)) as folder
    from users where id = ${userId}`
  return rows.map((row) => row.folder)
}

/** Makes moves of the same folder take turns until the transaction ends: they have the same new folder. */
export async function lockMove(tx: Tx, from: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`move-pictures ${from}`}, 0))`
}

/** Returns false if nothing that is hidden has its pictures in the old folder. */
export async function replacePictureFolder(db: Db, from: string, to: string): Promise<boolean> {
  const rows = await db`
    with avatars as (
      update users set avatar_folder = ${to}
      where avatar_folder = ${from} and not is_active returning id
    ), covers as (
      update users set cover_folder = ${to}
      where cover_folder = ${from} and not is_active returning id
    ), of_tweets as (
      update tweets t set folder = ${to}
      where folder = ${from} and (removed_at is not null or exists (
        select from users u where u.id = t.owner_id and not u.is_active))
      returning id
    )
    select from avatars union all select from covers union all select from of_tweets`
  return rows.length > 0
}

export async function isPictureFolder(db: Db, folder: string): Promise<boolean> {
  const rows = await db`
    select from users where avatar_folder = ${folder} or cover_folder = ${folder}
    union all select from tweets where folder = ${folder}`
  return rows.length > 0
}
