import { type Cursor, dateAt, type Page, toPage } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { notFound } from '../../lib/app-error.ts'
import { isId } from '../../lib/ids.ts'
import { visibleTo } from '../videos/videos.access.ts'

/** Answers whether there is such a channel. */
export async function insertHiddenChannel(
  db: Db,
  userId: string,
  channelId: string,
  now: Date,
): Promise<boolean> {
  const [channel] = isId(channelId)
    ? await db`
        with channel as (select id from users where id = ${channelId} and is_active),
          hidden as (
            insert into hidden_channels (user_id, channel_id, created_at)
            select ${userId}, id, ${now}::timestamptz from channel on conflict do nothing)
        select from channel`
    : []
  return channel !== undefined
}

export async function insertHiddenVideo(db: Db, userId: string, videoId: string, now: Date): Promise<void> {
  await db`
    insert into hidden_videos (user_id, video_id, created_at) values (${userId}, ${videoId}, ${now})
    on conflict do nothing`
}

/** One that was not hidden is fine; one that does not exist is not found. */
export async function deleteHiddenVideo(db: Db, userId: string, videoId: string): Promise<void> {
  const [video] = isId(videoId)
    ? await db`
        with shown as (delete from hidden_videos where user_id = ${userId} and video_id = ${videoId} returning 1)
        select from shown
        union all
        select from videos v join users u on u.id = v.owner_id
        where v.id = ${videoId} and ${visibleTo(db, userId)}`
    : []
  if (!video) throw notFound('video.not-found', 'Video not found')
}

export async function deleteHiddenChannel(db: Db, userId: string, channelId: string): Promise<void> {
  const [channel] = isId(channelId)
    ? await db`
        with shown as (
          delete from hidden_channels where user_id = ${userId} and channel_id = ${channelId} returning 1)
        select from shown
        union all
        select from users where id = ${channelId} and is_active`
    : []
  if (!channel) throw notFound('channel.not-found', 'Channel not found')
}

/** Without those that the person may not see any more. */
export async function listHiddenVideoIds(
  db: Db,
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<string>> {
  const rows = await db<{ video_id: string; created_at: Date }[]>`
    select h.video_id, h.created_at from hidden_videos h
      join videos v on v.id = h.video_id join users u on u.id = v.owner_id
    where h.user_id = ${userId} and ${visibleTo(db, userId)}
      ${cursor ? db`and (h.created_at, h.video_id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by h.created_at desc, h.video_id desc
    limit ${limit + 1}`
  const page = toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.video_id }))
  return { rows: page.rows.map((row) => row.video_id), nextCursor: page.nextCursor }
}

export interface HiddenChannelRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  created_at: Date
}

export async function listHiddenChannels(
  db: Db,
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<HiddenChannelRow>> {
  const rows = await db<HiddenChannelRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder, h.created_at
    from hidden_channels h join users u on u.id = h.channel_id and u.is_active
    where h.user_id = ${userId}
      ${cursor ? db`and (h.created_at, h.channel_id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by h.created_at desc, h.channel_id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }))
}
