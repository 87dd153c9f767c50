import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db, Sql, Tx } from '../../../db/sql.ts'

/** Small enough that a statement takes well under a second, so that no request waits long for its locks. */
export const batchSize = 500

/**
 * Locks the parents before their dependants are deleted, in the order of their ids. Requests do the same, so the two
 * cannot deadlock.
 */
const lockRows = (tx: Db, table: string, ids: string[]) =>
  tx`select from ${tx(table)} where id = any(${ids}) order by id for no key update`

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id)

export async function findDeletedUser(db: Db): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from users where deleted_at is not null order by id limit 1`
  return row?.id
}

/** The deleted ones, and those that moderators removed before `removedBefore`. */
const isDeleted = (db: Db, table: string, removedBefore: Date) => db`
  (select id from ${db(table)} where owner_id is null and removed_at is null limit ${batchSize})
  union all
  (select id from ${db(table)} where removed_at < ${removedBefore} limit ${batchSize})`

export interface DeletedPost {
  id: string
  /** Its files, if they were not removed when it was marked. */
  folders: string[]
}

export async function findDeletedVideo(db: Db, removedBefore: Date): Promise<DeletedPost | undefined> {
  const [row] = await db<{ id: string; removed_at: Date | null; folder: string; source_folder: string }[]>`
    select id, removed_at, folder, regexp_replace(source_key, '/[^/]*$', '') as source_folder from videos
    where id in (${isDeleted(db, 'videos', removedBefore)}) limit 1`
  return row && { id: row.id, folders: row.removed_at ? [row.folder, row.source_folder] : [] }
}

export async function findDeletedTweet(db: Db, removedBefore: Date): Promise<DeletedPost | undefined> {
  const [row] = await db<{ id: string; removed_at: Date | null; folder: string }[]>`
    select id, removed_at, folder from tweets
    where id in (${isDeleted(db, 'tweets', removedBefore)}) limit 1`
  return row && { id: row.id, folders: row.removed_at ? [row.folder] : [] }
}

export async function findDeletedPlaylist(db: Db): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from playlists where owner_id is null order by id limit 1`
  return row?.id
}

/** For rows that no counter depends on. Returns whether there may be more. */
export async function deletePlainRows(
  db: Db,
  table: string,
  column: string,
  ids: string[],
): Promise<boolean> {
  return (await deleteBatch(db, table, db`${db(column)} = any(${ids})`, batchSize)) > 0
}

/** Deletes actors first, because a notification of many likes has as many. Returns whether there may be more. */
export async function deleteNotifications(sql: Sql, column: string, ids: string[]): Promise<boolean> {
  return sql.begin(async (tx) => {
    const found = await tx<{ id: string }[]>`
      select id from notifications where ${tx(column)} = any(${ids}) limit ${batchSize}`
    const ofFound = tx`notification_id = any(${idsOf(found)})`
    const count = await deleteBatch(tx, 'notification_actors', ofFound, batchSize)
    if (count < batchSize) await tx`delete from notifications where id = any(${idsOf(found)})`
    return found.length > 0
  })
}

export const likeTables = [
  { table: 'video_likes', column: 'video_id', parent: 'videos' },
  { table: 'tweet_likes', column: 'tweet_id', parent: 'tweets' },
  { table: 'comment_likes', column: 'comment_id', parent: 'comments' },
] as const
type LikeTable = (typeof likeTables)[number]

export async function deleteLikesBy(
  sql: Sql,
  { table, column, parent }: LikeTable,
  userId: string,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const liked = await tx<{ id: string }[]>`
      select ${tx(column)} as id from ${tx(table)} where user_id = ${userId} order by 1 limit ${batchSize}`
    await lockRows(tx, parent, idsOf(liked))
    await tx`delete from ${tx(table)} where user_id = ${userId} and ${tx(column)} = any(${idsOf(liked)})`
    return liked.length > 0
  })
}

export async function deleteLikesOf(
  sql: Sql,
  { table, column, parent }: LikeTable,
  ids: string[],
): Promise<boolean> {
  return sql.begin(async (tx) => {
    await lockRows(tx, parent, ids)
    return (await deleteBatch(tx, table, tx`${tx(column)} = any(${ids})`, batchSize)) > 0
  })
}

const sides = { subscriber_id: 'channel_id', channel_id: 'subscriber_id' } as const

export async function deleteSubscriptions(
  sql: Sql,
  side: keyof typeof sides,
  userId: string,
): Promise<boolean> {
  const other = sides[side]
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      select ${tx(other)} as id from subscriptions where ${tx(side)} = ${userId} limit ${batchSize}`
    await lockRows(tx, 'users', [userId, ...idsOf(rows)])
    await tx`delete from subscriptions where ${tx(side)} = ${userId} and ${tx(other)} = any(${idsOf(rows)})`
    return rows.length > 0
  })
}

type CommentsOf = 'video_id' | 'tweet_id' | 'owner_id' | 'removed_from' | 'parent_id'

export async function listCommentIds(db: Db, column: CommentsOf, ids: string[]): Promise<string[]> {
  return idsOf(
    await db<{ id: string }[]>`
      select id from comments where ${db(column)} = any(${ids}) limit ${batchSize}`,
  )
}

export async function listDeletedComments(db: Db, removedBefore: Date): Promise<string[]> {
  return idsOf(await db<{ id: string }[]>`${isDeleted(db, 'comments', removedBefore)}`)
}

/** Deletes the reports of cases with these ids in `column`; `notifyReporters` gets those whose reports were undecided. */
export async function deleteReportsOf(
  sql: Sql,
  column: CaseColumn,
  ids: string[],
  notifyReporters: (tx: Tx, reporterIds: string[]) => Promise<void>,
): Promise<boolean> {
  const cases = await sql<{ id: string }[]>`
    select id from moderation_cases where ${sql(column)} = any(${ids}) order by id limit ${batchSize}`
  if (cases.length === 0) return false
  return sql.begin(async (tx) => {
    await lockRows(tx, 'moderation_cases', idsOf(cases))
    const deleted = await tx<{ reporter_id: string; is_open: boolean }[]>`
      delete from reports where ctid = any(array(
        select ctid from reports where case_id = any(${idsOf(cases)}) limit ${batchSize}))
      returning reporter_id, closed_by is null as is_open`
    await notifyReporters(
      tx,
      deleted.filter((report) => report.is_open).map((report) => report.reporter_id),
    )
    if (deleted.length === 0) await tx`delete from moderation_cases where id = any(${idsOf(cases)})`
    return true
  })
}
export type CaseColumn = 'video_id' | 'tweet_id' | 'comment_id' | 'owner_id'

export async function deleteReportsBy(sql: Sql, reporterId: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    const rows = await tx<{ id: string }[]>`
      select case_id as id from reports where reporter_id = ${reporterId} order by case_id limit ${batchSize}`
    await lockRows(tx, 'moderation_cases', idsOf(rows))
    await tx`delete from reports where reporter_id = ${reporterId} and case_id = any(${idsOf(rows)})`
    return rows.length > 0
  })
}

/** Locks the videos and tweets they are on first, as every change to comments does. */
export async function deleteComments(sql: Sql, ids: string[]): Promise<void> {
  await sql.begin(async (tx) => {
    const subjects = await tx<{ video_id: string | null; tweet_id: string | null }[]>`
      select distinct video_id, tweet_id from comments where id = any(${ids})`
    await lockRows(
      tx,
      'videos',
      subjects.flatMap((row) => row.video_id ?? []),
    )
    await lockRows(
      tx,
      'tweets',
      subjects.flatMap((row) => row.tweet_id ?? []),
    )
    await tx`delete from comments where id = any(${ids})`
  })
}

/** Detaches a batch of videos or tweets from their owner; returns the folders of their files. */
export async function detachFrom(tx: Db, kind: 'videos' | 'tweets', ownerId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from ${tx(kind)} where owner_id = ${ownerId} or removed_from = ${ownerId}
    order by id limit ${batchSize} for update`
  if (kind === 'tweets') {
    const tweets = await tx<{ folder: string }[]>`
      update tweets set owner_id = null, removed_at = null, removed_from = null
      where id = any(${idsOf(rows)}) returning folder`
    return tweets.map((row) => row.folder)
  }
  const videos = await tx<{ folder: string; source_folder: string }[]>`
    update videos set owner_id = null, visibility = 'private',
      removed_at = null, removed_from = null, removed_visibility = null
    where id = any(${idsOf(rows)})
    returning folder, regexp_replace(source_key, '/[^/]*$', '') as source_folder`
  return videos.flatMap((row) => [row.folder, row.source_folder])
}

/** Detaches all playlists of a person at once; their number is limited. */
export async function detachPlaylists(db: Db, ownerId: string): Promise<void> {
  await db`update playlists set owner_id = null where owner_id = ${ownerId}`
}

/** Deletes the row, and by cascade the few dependants that were added since. */
export async function deleteRow(
  db: Db,
  kind: 'users' | 'videos' | 'tweets' | 'playlists',
  id: string,
): Promise<void> {
  await db`delete from ${db(kind)} where id = ${id}`
}
