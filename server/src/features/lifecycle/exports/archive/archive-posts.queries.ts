import type { CommentsMode, VideoStatus, Visibility } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'
import type { StoredCaptions } from '../../../publishing/videos/captions/captions.view.ts'
import {
  afterId,
  afterTime,
  batchSize,
  joinTweet,
  joinVideo,
  type Read,
  type Timed,
  type TweetReference,
  type VideoReference,
} from './archive.queries.ts'

export interface ExportedVideoRow extends Timed, StoredCaptions {
  title: string
  description: string
  visibility: Visibility
  status: VideoStatus
  duration: number
  width: number
  height: number
  views: number
  likes_count: number
  comments_count: number
  comments_mode: CommentsMode
  created_at: Date
  updated_at: Date
}

export const readVideos =
  (db: Db, userId: string): Read<ExportedVideoRow> =>
  (after) =>
    db<ExportedVideoRow[]>`
    select id, created_at::text as at, title, description, visibility, status, duration, width, height,
      views::float8 as views, likes_count, comments_count, comments_mode, captions, caption_files, created_at, updated_at
    from videos where owner_id = ${userId} ${afterTime(db, db`created_at`, db`id`, after)}
    order by created_at, id limit ${batchSize}`

export interface ExportedTweetRow extends Timed {
  content: string
  folder: string
  likes_count: number
  comments_count: number
  comments_mode: CommentsMode
  is_edited: boolean
  created_at: Date
  updated_at: Date
  images: { position: number; width: number; height: number; alt: string }[]
}

export const readTweets =
  (db: Db, userId: string): Read<ExportedTweetRow> =>
  (after) =>
    db<ExportedTweetRow[]>`
    select t.id, created_at::text as at, content, folder, likes_count, comments_count, comments_mode, is_edited,
      created_at, updated_at,
      array(
        select jsonb_build_object('position', position, 'width', width, 'height', height, 'alt', alt)
        from tweet_images where tweet_id = t.id order by position) as images
    from tweets t where owner_id = ${userId} ${afterTime(db, db`created_at`, db`id`, after)}
    order by created_at, id limit ${batchSize}`

export interface ExportedCommentRow extends VideoReference, TweetReference {
  id: string
  video_id: string | null
  tweet_id: string | null
  parent_id: string | null
  content: string
  likes_count: number
  is_edited: boolean
  is_held: boolean
  is_pinned: boolean
  is_hearted: boolean
  created_at: Date
  updated_at: Date
}

/** The author of a hidden comment is not told. */
export const readComments =
  (db: Db, userId: string): Read<ExportedCommentRow> =>
  (after) =>
    db<ExportedCommentRow[]>`
    select c.*, video.*, tweet.* from (
      select id, video_id, tweet_id, parent_id, content, likes_count, is_edited, is_pinned, is_hearted, created_at,
        updated_at, is_held and coalesce(hold, 'approval') = 'approval' as is_held
      from comments where owner_id = ${userId} ${afterId(db, db`id`, after)}
      order by id limit ${batchSize}
    ) c ${joinVideo(db, userId, db`c.video_id`)} ${joinTweet(db, userId, db`c.tweet_id`)} order by c.id`

export interface ExportedVideoFilesRow extends Timed, StoredCaptions {
  title: string
  folder: string
  source_key: string
  container: string | null
  streams: { dir: string; renditions: { file: string }[] } | null
  own_thumbnail: string | null
}

/** Few at a time, because rows may be outdated by the time that their files are copied. */
const videosPerBatch = 20

const filesOf = (db: Db) => db`
  v.id, v.created_at::text as at, v.title, v.folder, v.source_key, v.streams, v.captions, v.caption_files,
  s.info ->> 'container' as container,
  case when v.has_own_thumbnail then v.thumbnail_folder end as own_thumbnail
  from videos v left join video_sources s on s.video_id = v.id`

export const readVideoFiles =
  (db: Db, userId: string): Read<ExportedVideoFilesRow> =>
  (after) =>
    db<ExportedVideoFilesRow[]>`
    select ${filesOf(db)}
    where v.owner_id = ${userId} ${afterTime(db, db`v.created_at`, db`v.id`, after)}
    order by v.created_at, v.id limit ${videosPerBatch}`

export async function findVideoFiles(
  db: Db,
  userId: string,
  videoId: string,
): Promise<ExportedVideoFilesRow | undefined> {
  const [row] = await db<ExportedVideoFilesRow[]>`
    select ${filesOf(db)} where v.id = ${videoId} and v.owner_id = ${userId}`
  return row
}
