import type { Db } from '../../../../db/sql.ts'
import { notFound } from '../../../../lib/app-error.ts'
import { isId } from '../../../../lib/ids.ts'
import { countBlockedComments } from '../../../people/blocks/blocks.access.ts'
import { isVideoVisible } from '../videos.access.ts'
import type { VideoRow } from '../videos.queries.ts'

interface WithOwner {
  username: string
  fullname: string
  avatar_folder: string | null
  is_own: boolean
}

export type ShownVideoRow = VideoRow & WithOwner & { is_liked: boolean }

const summaryColumns = [
  'id',
  'owner_id',
  'title',
  'visibility',
  'status',
  'progress',
  'queue_place',
  'seconds_left',
  'failure',
  'is_playable',
  'folder',
  'public_id',
  'thumbnail_folder',
  'placeholder',
  'duration',
  'width',
  'height',
  'streams',
  'has_preview',
  'created_at',
] as const satisfies (keyof VideoRow)[]

/** A video as lists show it. */
export type VideoSummaryRow = Pick<VideoRow, (typeof summaryColumns)[number] | 'description' | 'views'> &
  WithOwner & { watched_seconds: number | null }

const ownerColumns = (db: Db, viewerId: string | undefined) => db`
  v.views::float8 as views, u.username, u.fullname, u.avatar_folder,
  v.owner_id is not distinct from ${viewerId ?? null}::uuid as is_own`

const activeOwner = (db: Db) => db`users u on u.id = v.owner_id and u.is_active`

/** Everything about a video, with the viewer's own state: the select list and the joins. */
export const withOwner = (db: Db, viewerId: string | undefined) => db`
  v.*, ${ownerColumns(db, viewerId)},
  exists (select from video_likes l where l.user_id = ${viewerId ?? null} and l.video_id = v.id) as is_liked
  from videos v join ${activeOwner(db)}`

/** More than lists show of a description, and the part in which the words of a search are shown. */
const [listedLetters, searchedLetters] = [100, 600]
const beginning = (db: Db, letters = listedLetters) => db`left(v.description, ${letters}) as description`

const watchedSeconds = (db: Db, viewerId: string | undefined) =>
  viewerId
    ? db`(select h.position from watch_history h where h.user_id = ${viewerId} and h.video_id = v.id)`
    : db`null::float8`

/** The select list and the joins of the videos in lists. */
export const asSummaries = (
  db: Db,
  viewerId: string | undefined,
  videos = db`videos`,
  description = beginning(db),
) => db`
  ${db(summaryColumns.map((name) => `v.${name}`))}, ${description}, ${ownerColumns(db, viewerId)}, ${watchedSeconds(db, viewerId)} as watched_seconds
  from ${videos} v join ${activeOwner(db)}`

/** A video that the viewer may see, with the number of comments that they see; any other is not found. */
export async function getVideo(db: Db, id: string, viewerId: string | undefined): Promise<ShownVideoRow> {
  const [row] = isId(id)
    ? await db<ShownVideoRow[]>`
        select video.*,
          video.comments_count - ${countBlockedComments(db, viewerId, 'video_id', 'video.id')} as comments_count
        from (select ${withOwner(db, viewerId)} where v.id = ${id} and ${isVideoVisible(db, viewerId)}) video`
    : []
  if (!row) throw notFound('video.not-found', 'Video not found')
  return row
}

/** Videos by their ids, in that order, without videos that are not visible to everyone. */
export async function loadVideosForEveryone(db: Db, ids: string[]): Promise<ShownVideoRow[]> {
  if (ids.length === 0) return []
  const rows = await db<ShownVideoRow[]>`
    select ${withOwner(db, undefined)} where v.id = any(${ids}::uuid[]) and ${isVideoVisible(db, undefined)}`
  return inOrderOf(ids, rows)
}

/** Summaries by ids, in that order, without videos that the viewer may not see. */
export async function loadSummaries(
  db: Db,
  ids: string[],
  viewerId: string | undefined,
  isSearch = false,
): Promise<VideoSummaryRow[]> {
  if (ids.length === 0) return []
  const description = beginning(db, isSearch ? searchedLetters : listedLetters)
  const rows = await db<VideoSummaryRow[]>`
    select ${asSummaries(db, viewerId, db`videos`, description)} where v.id = any(${ids}::uuid[]) and ${isVideoVisible(db, viewerId)}`
  return inOrderOf(ids, rows)
}

function inOrderOf<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function getVideoByPublicId(
  db: Db,
  publicId: string,
  viewerId: string | undefined,
): Promise<ShownVideoRow> {
  const [row] = await db<{ id: string }[]>`select id from videos where public_id = ${publicId}`
  return getVideo(db, row?.id ?? '', viewerId)
}
