import type { ContentKind, HeldState } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'
import { isId } from '../../../../lib/ids.ts'
import { batchSize } from '../../../core/removal/removal.queries.ts'
import { type CommentRow, lettersOf } from '../comments.queries.ts'
import { isOnOwnContent } from './creator.access.ts'
import type { Hold } from './find-hold.service.ts'

/** A comment of somebody else on the creator's content, shown or held by the creator. */
export async function findOnOwnContent(
  db: Db,
  id: string,
  creatorId: string,
): Promise<CommentRow | undefined> {
  const [row] = isId(id)
    ? await db<CommentRow[]>`
        select c.*, u.username, u.fullname, u.avatar_folder, false as is_liked
        from comments c join users u on u.id = c.owner_id and u.is_active
        where c.id = ${id} and (not c.is_held or c.held_by is not null) and ${isOnOwnContent(db, creatorId)}`
    : []
  return row
}

export interface RemovedComment {
  id: string
  video_id: string | null
  tweet_id: string | null
  /** Its author. */
  removed_from: string
  content: string
}

/** A comment that the creator has removed and can still restore. */
export async function findRemoved(
  db: Db,
  id: string,
  creatorId: string,
): Promise<RemovedComment | undefined> {
  const [row] = isId(id)
    ? await db<RemovedComment[]>`
        select id, video_id, tweet_id, removed_from, content from comments c
        where id = ${id} and is_restorable and removed_at is not null and ${isOnOwnContent(db, creatorId)}`
    : []
  return row
}

export async function markRemoved(db: Db, id: string, now: Date): Promise<void> {
  await db`
    update comments set removed_at = ${now}, removed_from = owner_id, owner_id = null, is_restorable = true
    where id = ${id}`
}

export async function unmarkRemoved(db: Db, id: string): Promise<void> {
  await db`
    update comments
    set owner_id = removed_from, removed_at = null, removed_from = null, is_restorable = false
    where id = ${id}`
}

/** Its author is being told, so it stays removed. */
export async function endRestoring(db: Db, id: string): Promise<void> {
  await db`update comments set is_restorable = false where id = ${id}`
}

export async function setHold(db: Db, id: string, hold: Hold): Promise<void> {
  await db`update comments set ${db({ ...hold })} where id = ${id}`
}

export interface HeldRow extends CommentRow {
  subject_kind: ContentKind
  subject_id: string
  subject_title: string
}

const titleLetters = 100

/**
 * Newest first. offset 0 keeps the joins lookups per row, so that reading along the index stops when the page is full.
 */
export async function listHeldBy(
  db: Db,
  creatorId: string,
  state: HeldState,
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
): Promise<Page<HeldRow>> {
  const rows = await db<HeldRow[]>`
    select c.*, u.username, u.fullname, u.avatar_folder, false as is_liked,
      case when v.id is null then 'tweet' else 'video' end as subject_kind,
      coalesce(v.id, t.id) as subject_id, coalesce(v.title, left(t.content, ${titleLetters})) as subject_title
    from comments c
      cross join lateral (
        select username, fullname, avatar_folder from users where id = c.owner_id and is_active offset 0) u
      left join lateral (
        select id, title from videos where id = c.video_id and owner_id = ${creatorId} offset 0) v on true
      left join lateral (
        select id, content from tweets where id = c.tweet_id and owner_id = ${creatorId} offset 0) t on true
    where c.held_by = ${creatorId} and (c.hold = 'approval') = ${state === 'waiting'} and c.is_held and c.owner_id is not null
      and num_nonnulls(v.id, t.id) = 1
      ${cursor ? db`and (c.created_at, c.id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by c.created_at desc, c.id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }), lettersOf)
}

interface Silencing {
  channelId: string
  personId: string
}

export async function isSilenced(db: Db, { channelId, personId }: Silencing): Promise<boolean> {
  const rows = await db`
    select from silenced_people where channel_id = ${channelId} and person_id = ${personId}`
  return rows.length > 0
}

export type SilencedComment = Pick<CommentRow, 'id' | 'video_id' | 'tweet_id' | 'content' | 'hold'>

/** A batch of a person's comments on a channel whose state is not what it should be. */
export async function listOutOfLine(
  db: Db,
  { channelId, personId }: Silencing,
  shouldBeSilenced: boolean,
): Promise<SilencedComment[]> {
  return db<SilencedComment[]>`
    select c.id, c.video_id, c.tweet_id, c.content, c.hold from comments c
    where c.owner_id = ${personId} and ${isOnOwnContent(db, channelId)}
      and ${
        shouldBeSilenced
          ? db`(not c.is_held or c.hold = 'approval')`
          : db`c.held_by = ${channelId} and c.hold in ('silenced', 'unseen')`
      }
    limit ${batchSize}`
}

/** Those of the comments that were removed or hidden in the meantime stay as they are. */
export async function setSilenced(db: Db, ids: string[], channelId: string): Promise<void> {
  await db`
    update comments
    set is_held = true, held_by = ${channelId}, hold = case when is_held then 'unseen' else 'silenced' end
    where id = any(${ids}::uuid[]) and owner_id is not null and (not is_held or hold = 'approval')`
}

export async function endSilence(db: Db, { id, hold: before }: SilencedComment, hold: Hold): Promise<void> {
  await db`update comments set ${db({ ...hold })} where id = ${id} and owner_id is not null and hold = ${before}`
}
