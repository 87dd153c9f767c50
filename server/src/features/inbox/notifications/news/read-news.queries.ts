import { deleteBatch } from '../../../../db/delete-batch.ts'
import type { Db } from '../../../../db/sql.ts'
import { sweepBatch } from '../personal.queries.ts'
import { readUntil } from './news.fragments.ts'

/** Returns false if there is no such item of a channel that the person is subscribed to. */
export async function markNewsRead(db: Db, userId: string, id: string): Promise<boolean> {
  const [item] = await db<{ time: Date }[]>`
    select i.time from (
      select owner_id, published_at as time from videos where id = ${id} and is_listed
      union all
      select owner_id, created_at from tweets where id = ${id}
    ) i join subscriptions s on s.channel_id = i.owner_id and s.subscriber_id = ${userId}
    where i.time > s.created_at`
  if (item)
    await db`
      insert into notification_reads (user_id, item_id, published_at)
      select ${userId}, ${id}, ${item.time} where ${item.time} > ${readUntil(db, userId)}
      on conflict do nothing`
  return item !== undefined
}

/** One time marks all news until then as read, so the reads of single items before it become unnecessary. */
export async function markAllNewsRead(db: Db, userId: string, until: Date): Promise<void> {
  await db`
    insert into notification_settings (user_id, news_read_until) values (${userId}, ${until})
    on conflict (user_id) do update
      set news_read_until = greatest(notification_settings.news_read_until, excluded.news_read_until)`
  await db`delete from notification_reads where user_id = ${userId} and published_at <= ${until}`
}

/** Returns whether there may be more. */
export async function deleteOldReads(db: Db, before: Date): Promise<boolean> {
  return (await deleteBatch(db, 'notification_reads', db`published_at <= ${before}`, sweepBatch)) > 0
}
