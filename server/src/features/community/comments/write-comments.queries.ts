import type { ContentSubject } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { subjectTables } from './comment-subjects.fragments.ts'
import type { Hold } from './creator/find-hold.service.ts'

interface NewComment extends Hold {
  id: string
  parent_id: string | null
  answers_id: string | null
  owner_id: string
  content: string
}

/** Call it before adding or removing a comment: writers to a conversation take turns, so that they cannot deadlock. */
export async function lockConversation(db: Db, { kind, id }: ContentSubject): Promise<void> {
  await db`select from ${db(subjectTables[kind].table)} where id = ${id} for no key update`
}

export async function insertComment(
  db: Db,
  { kind, id }: ContentSubject,
  comment: NewComment,
  now: Date,
): Promise<void> {
  const row = { ...comment, [subjectTables[kind].column]: id, created_at: now, updated_at: now }
  await db`insert into comments ${db(row)}`
}

/** Returns false if the comment does not exist or is someone else's. */
export async function updateComment(
  db: Db,
  id: string,
  ownerId: string,
  changes: Hold & { content: string; is_pinned?: boolean; is_hearted?: boolean },
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update comments set ${db(changes)}, is_edited = true, updated_at = ${now}
    where id = ${id} and owner_id = ${ownerId} returning 1`
  return rows.length > 0
}

/** Pins the comment in place of any other, or unpins it. */
export async function setPinned(
  db: Db,
  { kind, id: subjectId }: ContentSubject,
  id: string,
  isPinned: boolean,
): Promise<void> {
  const onSubject = db`${db(subjectTables[kind].column)} = ${subjectId}`
  // Locks both in the order of their ids, as the purge does, so that the two cannot deadlock.
  await db`
    select from comments where ${onSubject} and (is_pinned or id = ${id}) order by id for no key update`
  if (isPinned)
    await db`update comments set is_pinned = false where ${onSubject} and is_pinned and id <> ${id}`
  await db`update comments set is_pinned = ${isPinned} where id = ${id} and is_pinned <> ${isPinned}`
}

/** Returns false if nothing changed. */
export async function setHearted(db: Db, id: string, isHearted: boolean): Promise<boolean> {
  const rows = await db`
    update comments set is_hearted = ${isHearted} where id = ${id} and is_hearted <> ${isHearted} returning 1`
  return rows.length > 0
}

/** A comment with more answers and likes than this is left to the purge. */
const maxDeletedRows = 500

export async function deleteComment(db: Db, id: string, ownerId: string): Promise<boolean> {
  const rows = await db`
    delete from comments
    where id = ${id} and owner_id = ${ownerId} and replies_count + likes_count <= ${maxDeletedRows}
    returning 1`
  return rows.length > 0
}

/** Hides the comment and the answers below it. */
export async function detachComment(db: Db, id: string, ownerId: string): Promise<boolean> {
  const rows = await db`
    update comments set owner_id = null where id = ${id} and owner_id = ${ownerId} returning 1`
  return rows.length > 0
}
