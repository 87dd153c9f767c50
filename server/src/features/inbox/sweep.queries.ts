import type { Db, Sql } from '../../db/sql.ts'

const batchSize = 500

/** Actors first: a notification may have very many. Answers whether there may be more. */
export async function deleteOldNotifications(sql: Sql, before: Date): Promise<boolean> {
  return sql.begin(async (tx) => {
    const old = await tx<{ id: string }[]>`
      select id from notifications where created_at <= ${before} order by created_at limit ${batchSize}
      for update skip locked`
    const ids = old.map((row) => row.id)
    const { count } = await tx`
      delete from notification_actors where ctid = any(array(
        select ctid from notification_actors where notification_id = any(${ids}) limit ${batchSize}))`
    if (count < batchSize) await tx`delete from notifications where id = any(${ids})`
    return ids.length > 0
  })
}

export async function deleteOldReads(db: Db, before: Date): Promise<boolean> {
  const { count } = await db`
    delete from notification_reads where ctid = any(array(
      select ctid from notification_reads where published_at <= ${before} limit ${batchSize}))`
  return count > 0
}
