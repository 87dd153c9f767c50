import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { isVideoVisible } from '../../publishing/videos/videos.access.ts'

/** Returns false if the channel does not exist. */
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

/** Also succeeds if the video was not hidden. Throws not-found if it does not exist. */
export async function deleteHiddenVideo(db: Db, userId: string, videoId: string): Promise<void> {
  const [video] = isId(videoId)
    ? await db`
        with shown as (delete from hidden_videos where user_id = ${userId} and video_id = ${videoId} returning 1)
        select from shown
        union all
        select from videos v join users u on u.id = v.owner_id
        where v.id = ${videoId} and ${isVideoVisible(db, userId)}`
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
