import type { Visibility } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'

/** Records how many bytes a part of a video takes in the storage. */
export async function setVideoBytes(db: Db, videoId: string, part: string, bytes: number): Promise<void> {
  await db`
    insert into video_bytes (video_id, part, bytes) select id, ${part}, ${bytes} from videos where id = ${videoId}
    on conflict (video_id, part) do update set bytes = excluded.bytes`
}

/** How many bytes some parts of a video take in the storage. */
export async function sumVideoBytes(db: Db, videoId: string, parts: string[]): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(bytes), 0)::float8 as bytes from video_bytes
    where video_id = ${videoId} and part = any(${parts})`
  return row?.bytes ?? 0
}

/** For a part that is removed with all its files. */
export async function deleteVideoBytes(db: Db, videoId: string, part: string): Promise<void> {
  await db`
    delete from video_bytes where video_id = ${videoId} and (part = ${part} or starts_with(part, ${`${part}/`}))`
}

/** The current folder of a video, and its visibility. */
interface VideoFolderRow {
  folder: string
  visibility: Visibility
}

export async function findVideoFolder(db: Db, folder: string): Promise<VideoFolderRow | undefined> {
  const [row] = await db<VideoFolderRow[]>`
    select v.folder, v.visibility from videos v join users u on u.id = v.owner_id and u.is_active
    where v.folder = ${folder} or v.previous_folder = ${folder}`
  return row
}

interface PictureFolderRow {
  folder: string
  /** Whether its pictures belong to a removed tweet or to an account that is deleted or suspended. */
  isHidden: boolean
}

/** The one of these folders whose pictures belong to anything. */
export async function findPictureFolder(db: Db, folders: string[]): Promise<PictureFolderRow | undefined> {
  const [row] = await db<PictureFolderRow[]>`
    select avatar_folder as folder, not is_active as "isHidden" from users where avatar_folder = any(${folders})
    union all
    select cover_folder, not is_active from users where cover_folder = any(${folders})
    union all
    select t.folder, u.is_active is not true from tweets t left join users u on u.id = t.owner_id
    where t.folder = any(${folders})`
  return row
}

export async function isOwnerHidden(db: Db, videoId: string): Promise<boolean> {
  const rows = await db`
    select from videos v join users u on u.id = v.owner_id
    where v.id = ${videoId} and not u.is_active`
  return rows.length > 0
}

export async function setFolder(db: Db, id: string, folder: string): Promise<void> {
  await db`update videos set previous_folder = folder, folder = ${folder} where id = ${id}`
}
