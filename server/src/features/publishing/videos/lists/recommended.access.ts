import type { Db } from '../../../../db/sql.ts'

/**
 * Which videos are recommended to a person: not those they hid, nor those of channels they hid. A condition on
 * `videos v`, for home, related videos and suggestions. offset 0 keeps it a lookup per row, so that reading along an
 * index stops when the page is full.
 */
export const isRecommended = (db: Db, viewerId: string | undefined) =>
  viewerId
    ? db`not exists (
          select from hidden_videos h where h.user_id = ${viewerId} and h.video_id = v.id offset 0)
        and ${isChannelRecommended(db, viewerId, 'v.owner_id')}`
    : db`true`

/** The same for channels; `channel` is the column with the id of the channel. */
export const isChannelRecommended = (db: Db, viewerId: string | undefined, channel: string) =>
  viewerId
    ? db`not exists (
        select from hidden_channels h where h.user_id = ${viewerId} and h.channel_id = ${db(channel)} offset 0)`
    : db`true`
