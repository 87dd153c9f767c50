import type { CommentOrder, CommentsMode, ContentSubject } from '@vireo/contract'
import { type Cursor, countAt, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { countBlockedComments } from '../../people/blocks/blocks.access.ts'
import { subjectTables } from './comment-subjects.fragments.ts'
import { isCommentShown, isConversationShown } from './comments.access.ts'
import type { HoldReason } from './creator/find-hold.service.ts'

export interface CommentRow {
  id: string
  video_id: string | null
  tweet_id: string | null
  /** The comment at the top of the conversation. */
  parent_id: string | null
  /** The comment that a reply was written to: its parent or another reply. Null when that was deleted. */
  answers_id: string | null
  owner_id: string
  content: string
  likes_count: number
  replies_count: number
  is_edited: boolean
  is_held: boolean
  /** Why the creator holds it; null if it is not held, or held for moderators. */
  hold: HoldReason | null
  is_pinned: boolean
  is_hearted: boolean
  created_at: Date
  updated_at: Date
  username: string
  fullname: string
  avatar_folder: string | null
  is_liked: boolean
}

const withOwner = (db: Db, viewerId: string | undefined) => db`
  c.id, c.video_id, c.tweet_id, c.parent_id, c.answers_id, c.owner_id, c.content, c.likes_count, c.is_edited,
  c.is_held, c.hold, c.is_pinned, c.is_hearted, c.created_at, c.updated_at, u.username, u.fullname, u.avatar_folder,
  c.replies_count - ${countBlockedComments(db, viewerId, 'parent_id', 'c.id')} as replies_count,
  exists (select from comment_likes l where l.user_id = ${viewerId ?? null} and l.comment_id = c.id) as is_liked
  from comments c join users u on u.id = c.owner_id and ${isCommentShown(db, viewerId, 'c')}`

export async function getComment(db: Db, id: string, viewerId: string | undefined): Promise<CommentRow> {
  const [row] = isId(id)
    ? await db<CommentRow[]>`
        select ${withOwner(db, viewerId)}
        where c.id = ${id} and ${isConversationShown(db, viewerId)}`
    : []
  if (!row) throw notFound('comment.not-found', 'Comment not found')
  return row
}

interface CommentPage {
  limit: number
  cursor: Cursor | undefined
  viewerId: string | undefined
}

const orders = {
  newest: { column: 'c.created_at', valueAt: dateAt, cursorOf: (row: CommentRow) => cursorOf(row) },
  top: {
    column: 'c.likes_count',
    valueAt: countAt,
    cursorOf: (row: CommentRow) => ({ value: row.likes_count, id: row.id }),
  },
} satisfies Record<CommentOrder, unknown>

/** Excludes replies and the pinned comment. */
export async function listComments(
  db: Db,
  { kind, id }: ContentSubject,
  sort: CommentOrder,
  page: CommentPage,
): Promise<Page<CommentRow>> {
  const { limit, cursor, viewerId } = page
  const { column, valueAt, cursorOf: placeOf } = orders[sort]
  const rows = await db<CommentRow[]>`
    select ${withOwner(db, viewerId)}
    where ${db(`c.${subjectTables[kind].column}`)} = ${id} and c.parent_id is null and not c.is_pinned
      ${cursor ? db`and (${db(column)}, c.id) < (${valueAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by ${db(column)} desc, c.id desc
    limit ${limit + 1}`
  return toPage(rows, limit, placeOf, lettersOf)
}

export async function findPinned(
  db: Db,
  { kind, id }: ContentSubject,
  viewerId: string | undefined,
): Promise<CommentRow | undefined> {
  const [row] = await db<CommentRow[]>`
    select ${withOwner(db, viewerId)}
    where ${db(`c.${subjectTables[kind].column}`)} = ${id} and c.is_pinned`
  return row
}

/** Oldest first, as a conversation reads. */
export async function listReplies(db: Db, commentId: string, page: CommentPage): Promise<Page<CommentRow>> {
  const { limit, cursor, viewerId } = page
  const rows = await db<CommentRow[]>`
    select ${withOwner(db, viewerId)}
    where c.parent_id = ${commentId}
      ${cursor ? db`and (c.created_at, c.id) > (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by c.created_at, c.id
    limit ${limit + 1}`
  return toPage(rows, limit, cursorOf, lettersOf)
}

/** A response has each text twice. */
export const lettersOf = ({ content, fullname }: CommentRow) => 2 * content.length + fullname.length

const cursorOf = (row: CommentRow): Cursor => ({ value: row.created_at.toISOString(), id: row.id })

/** Excludes comments that a block hides from the viewer. */
export async function countComments(
  db: Db,
  { kind, id }: ContentSubject,
  viewerId: string | undefined,
): Promise<number> {
  const { table, column } = subjectTables[kind]
  const [row] = await db<{ total: number }[]>`
    select s.comments_count - ${countBlockedComments(db, viewerId, column, 's.id')} as total
    from ${db(table)} s where s.id = ${id}`
  return row?.total ?? 0
}

/**
 * The likes of the comments on a page. Undefined if the person's page may differ from that of visitors: because of a
 * block, a held comment of their own, or because one of these comments was deleted.
 */
export async function findLikesIfSame(
  db: Db,
  { kind, id }: ContentSubject,
  ids: string[],
  viewerId: string,
): Promise<Map<string, { likes: number; isLiked: boolean }> | undefined> {
  if (ids.length === 0) return undefined
  const rows = await db<{ id: string; likes: number; isLiked: boolean }[]>`
    select c.id, c.likes_count as likes,
      exists (select from comment_likes l where l.user_id = ${viewerId} and l.comment_id = c.id) as "isLiked"
    from comments c
    where c.id = any(${ids}::uuid[])
      and not exists (select from blocks where blocker_id = ${viewerId} or blocked_id = ${viewerId})
      and not exists (
        select from comments h
        where ${db(`h.${subjectTables[kind].column}`)} = ${id} and h.owner_id = ${viewerId} and h.is_held)`
  if (rows.length < ids.length) return undefined
  return new Map(rows.map(({ id: commentId, ...likes }) => [commentId, likes]))
}

/** Those of these comments that are held. */
export async function findHeld(db: Db, ids: string[]): Promise<Pick<CommentRow, 'id' | 'hold'>[]> {
  return db<Pick<CommentRow, 'id' | 'hold'>[]>`
    select id, hold from comments where id = any(${ids}::uuid[]) and is_held`
}

export interface CommentSubject extends ContentSubject {
  ownerId: string
  commentsMode: CommentsMode
}

/** The video or tweet of a comment, whoever may see it. Undefined if it was deleted. */
export async function findSubject(db: Db, { kind, id }: ContentSubject): Promise<CommentSubject | undefined> {
  const [row] = await db<Pick<CommentSubject, 'ownerId' | 'commentsMode'>[]>`
    select owner_id as "ownerId", comments_mode as "commentsMode" from ${db(subjectTables[kind].table)}
    where id = ${id} and owner_id is not null`
  return row && { kind, id, ...row }
}

/** Undefined if the comment was deleted. */
export async function findAuthor(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ owner_id: string | null }[]>`select owner_id from comments where id = ${id}`
  return row?.owner_id ?? undefined
}
