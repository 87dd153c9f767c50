import type { CommentsMode } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'
import { hasHeldWord } from '../../../core/site-settings/held-words.ts'
import { mustHoldForReview } from '../../../core/site-settings/site-settings.service.ts'
import { findRulesFor } from '../../../people/comment-rules/comment-rules.queries.ts'

/**
 * Why a creator holds a comment: it waits for approval, they hid it, or they silenced its author, after the comment was
 * shown (`silenced`) or before (`unseen`).
 */
export type HoldReason = 'approval' | 'hidden' | 'silenced' | 'unseen'

/** Whether a comment is held, and by whom: `held_by` is the creator who decides, or null if moderators do. */
export interface Hold {
  is_held: boolean
  held_by: string | null
  hold: HoldReason | null
}

export const notHeld: Hold = { is_held: false, held_by: null, hold: null }
const forModerators: Hold = { is_held: true, held_by: null, hold: null }
export const heldBy = (creatorId: string, hold: HoldReason): Hold => ({
  is_held: true,
  held_by: creatorId,
  hold,
})

interface HeldSubject {
  ownerId: string
  commentsMode: CommentsMode
}

interface WrittenComment {
  owner_id: string
  content: string
}

/** Whether a comment is held when it is written. First by moderators, then perhaps by the creator. */
export async function findHold(db: Db, subject: HeldSubject, comment: WrittenComment): Promise<Hold> {
  const byCreator = await findCreatorHold(db, subject, comment)
  // Moderators need not read what nobody would see anyway.
  if (byCreator.hold === 'unseen') return byCreator
  return (await mustHoldForReview(db, comment.content)) ? forModerators : byCreator
}

/** The same without the words of the site. */
export async function findCreatorHold(
  db: Db,
  { ownerId, commentsMode }: HeldSubject,
  { owner_id: authorId, content }: WrittenComment,
): Promise<Hold> {
  if (authorId === ownerId) return notHeld
  const { blockedWords, isSilenced } = await findRulesFor(db, ownerId, authorId)
  if (isSilenced) return heldBy(ownerId, 'unseen')
  const mustWait = commentsMode === 'held' || hasHeldWord(content, blockedWords)
  return mustWait ? heldBy(ownerId, 'approval') : notHeld
}

/** For a comment that its creator shows. It may have been changed while it was hidden. */
export const findHoldOfShown = async (db: Db, content: string): Promise<Hold> =>
  (await mustHoldForReview(db, content)) ? forModerators : notHeld
