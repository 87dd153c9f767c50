import type { CommentsMode, VideoStatus, Visibility } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import type { SourceInfo } from '../../../media/probe/source-info.ts'

interface StoredRendition {
  name: string
  file: string
  width: number
  height: number
  bandwidth: number
  /** In bytes. Missing for videos from before it was stored. */
  size?: number
}

/** The files that can be played now, all in one subfolder of the video's folder. */
export interface Streams {
  dir: string
  master: string
  renditions: StoredRendition[]
}

/** Captions that came with the source, in the folder of the extras. */
interface SourceCaptions {
  file: string
  language: string
  label: string
}

/** Captions that the owner has added, in a folder of their own. */
interface CaptionFile {
  folder: string
  language: string
  /** Empty if the language serves as the name. */
  name: string
}

export interface VideoRow {
  id: string
  owner_id: string
  title: string
  description: string
  visibility: Visibility
  status: VideoStatus
  progress: number
  /** The estimate for its owner while it is unfinished. */
  queue_place: number | null
  seconds_left: number | null
  failure: string | null
  is_playable: boolean
  folder: string
  source_key: string
  public_id: string
  thumbnail_folder: string | null
  has_own_thumbnail: boolean
  placeholder: string | null
  duration: number
  width: number
  height: number
  streams: Streams | null
  has_storyboard: boolean
  has_preview: boolean
  /** Null until the source was searched for captions. */
  captions: SourceCaptions[] | null
  caption_files: CaptionFile[]
  views: number
  likes_count: number
  comments_count: number
  comments_mode: CommentsMode
  created_at: Date
  updated_at: Date
}

/** Locks a video of this owner; any other video is not found. */
export async function lockOwnVideo(db: Db, id: string, ownerId: string): Promise<VideoRow> {
  const [row] = isId(id)
    ? await db<VideoRow[]>`select * from videos where id = ${id} and owner_id = ${ownerId} for no key update`
    : []
  if (!row) throw notFound('video.not-found', 'Video not found')
  return row
}

/** For processing. Undefined if the video or its owner was deleted. Includes removed videos, which may be restored. */
export async function findVideo(db: Db, id: string): Promise<VideoRow | undefined> {
  const [row] = await db<VideoRow[]>`
    select v.*, u.id as owner_id
    from videos v join users u on u.id = coalesce(v.owner_id, v.removed_from) and u.deleted_at is null
    where v.id = ${id}`
  return row
}

/** For a step of processing: the video may have changed or been deleted. Comments and likes can still be added. */
export async function lockVideo(db: Db, id: string): Promise<VideoRow | undefined> {
  await db`select from videos where id = ${id} for no key update`
  return findVideo(db, id)
}

export type ProgressRow = Pick<
  VideoRow,
  'id' | 'status' | 'progress' | 'queue_place' | 'seconds_left' | 'failure' | 'is_playable'
>

/** How many of a person's latest videos are checked for changes. */
const maxChecked = 200

/** The person's videos that are unfinished or have changed since then. */
export async function listProgress(db: Db, ownerId: string, since: Date): Promise<ProgressRow[]> {
  return db<ProgressRow[]>`
    select id, status, progress, queue_place, seconds_left, failure, is_playable from videos
    where owner_id = ${ownerId} and status in ('uploaded', 'processing')
    union
    select id, status, progress, queue_place, seconds_left, failure, is_playable from (
      select * from videos where owner_id = ${ownerId} order by created_at desc, id desc limit ${maxChecked}
    ) as latest
    where updated_at >= ${since}`
}

/** The other columns have defaults. */
export type NewVideo = Pick<
  VideoRow,
  | 'id'
  | 'owner_id'
  | 'title'
  | 'description'
  | 'visibility'
  | 'folder'
  | 'source_key'
  | 'public_id'
  | 'thumbnail_folder'
  | 'has_own_thumbnail'
  | 'placeholder'
  | 'duration'
  | 'width'
  | 'height'
> & {
  /** The resumable upload that it was made from. */
  upload_id?: string | null
  comments_mode?: CommentsMode
}

export async function insertVideo(db: Db, video: NewVideo, now: Date): Promise<void> {
  await db`insert into videos ${db({ ...video, created_at: now, updated_at: now })}`
}

export async function insertSourceInfo(db: Db, videoId: string, info: SourceInfo): Promise<void> {
  await db`insert into video_sources (video_id, info) values (${videoId}, ${JSON.stringify(info)}::text::jsonb)`
}

export async function deleteSourceInfo(db: Db, videoId: string): Promise<void> {
  await db`delete from video_sources where video_id = ${videoId}`
}

export async function findSourceInfo(db: Db, videoId: string): Promise<SourceInfo | undefined> {
  const [row] = await db<{ info: SourceInfo }[]>`select info from video_sources where video_id = ${videoId}`
  return row?.info
}

/** Columns that only change together with others have functions of their own. */
export type VideoChanges = Partial<
  Omit<
    VideoRow,
    | 'id'
    | 'owner_id'
    | 'folder'
    | 'public_id'
    | 'streams'
    | 'captions'
    | 'caption_files'
    | 'views'
    | 'likes_count'
    | 'comments_count'
    | 'created_at'
    | 'updated_at'
  >
> & { streams?: Streams }

/** Returns false if there is no such video: it may have been deleted while it was processed. */
export async function updateVideo(db: Db, id: string, changes: VideoChanges, now: Date): Promise<boolean> {
  const { streams, ...columns } = changes
  const [row] = await db`
    update videos set ${db({ ...columns, updated_at: now })}
      ${streams ? db`, streams = ${JSON.stringify(streams)}::text::jsonb` : db``}
    where id = ${id} and coalesce(owner_id, removed_from) is not null returning 1`
  return row !== undefined
}

/** Only the first result is kept: the source of a later one may have been incomplete already. */
export async function setCaptions(db: Db, id: string, captions: SourceCaptions[], now: Date): Promise<void> {
  await db`
    update videos set captions = ${JSON.stringify(captions)}::text::jsonb, updated_at = ${now}
    where id = ${id} and captions is null`
}

/** Updates the owner's number of videos. Call it whenever a video appears, disappears or changes its visibility. */
export async function countVideos(db: Db, ownerId: string): Promise<void> {
  // A separate statement: the count must be taken after the transactions that also change it are committed.
  await db`select from users where id = ${ownerId} for no key update`
  await db`
    update users set videos_count = (select count(*) from videos where owner_id = ${ownerId} and is_listed)
    where id = ${ownerId}`
}

/** Hides the video; the next purge removes its row and dependants. */
export async function deleteVideo(db: Db, id: string): Promise<void> {
  await db`update videos set owner_id = null, visibility = 'private' where id = ${id}`
}

/** Marks a video that is public and playable as announced; returns whether it had not been before. */
export async function markAnnounced(db: Db, id: string, now: Date): Promise<boolean> {
  const [row] = await db`
    update videos set announced_at = ${now} where id = ${id} and is_listed and announced_at is null returning 1`
  return row !== undefined
}
