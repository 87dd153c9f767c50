import type { CommentsMode } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'

interface RulesRow {
  comments_mode: CommentsMode
  blocked_words: string[]
}

const defaults: RulesRow = { comments_mode: 'on', blocked_words: [] }

export async function getCommentRules(db: Db, userId: string): Promise<RulesRow> {
  const [row] = await db<RulesRow[]>`
    select comments_mode, blocked_words from comment_rules where user_id = ${userId}`
  return row ?? defaults
}

/** The mode of a person's new videos and tweets. */
export async function findDefaultMode(db: Db, userId: string): Promise<CommentsMode> {
  const [row] = await db<Pick<RulesRow, 'comments_mode'>[]>`
    select comments_mode from comment_rules where user_id = ${userId}`
  return row?.comments_mode ?? defaults.comments_mode
}

/** Makes sure that a person has a row of rules, and locks it until the transaction ends. */
export async function lockCommentRules(db: Db, userId: string): Promise<RulesRow> {
  await db`insert into comment_rules (user_id) values (${userId}) on conflict do nothing`
  const [row] = await db<RulesRow[]>`
    select comments_mode, blocked_words from comment_rules where user_id = ${userId} for update`
  return row ?? defaults
}

export async function updateCommentRules(db: Db, userId: string, changes: Partial<RulesRow>): Promise<void> {
  await db`update comment_rules set ${db(changes)} where user_id = ${userId}`
}

/** What a creator's rules say about the comments of one person. */
export async function findRulesFor(
  db: Db,
  channelId: string,
  personId: string,
): Promise<{ blockedWords: string[]; isSilenced: boolean }> {
  const [row] = await db<{ blockedWords: string[]; isSilenced: boolean }[]>`
    select coalesce((select blocked_words from comment_rules where user_id = ${channelId}), '{}') as "blockedWords",
      exists (select from silenced_people where channel_id = ${channelId} and person_id = ${personId}) as "isSilenced"`
  return row ?? { blockedWords: [], isSilenced: false }
}

export async function insertSilenced(db: Db, channelId: string, personId: string, now: Date): Promise<void> {
  await db`
    insert into silenced_people (channel_id, person_id, created_at) values (${channelId}, ${personId}, ${now})
    on conflict do nothing`
}

export async function deleteSilenced(db: Db, channelId: string, personId: string): Promise<void> {
  await db`delete from silenced_people where channel_id = ${channelId} and person_id = ${personId}`
}
