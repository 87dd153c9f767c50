import { limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { cancelJobs, enqueue } from '../../../../jobs/define-job.ts'
import { conflict, notFound } from '../../../../lib/app-error.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { applySilenceJobEntry } from '../../../people/comment-rules/comment-rules.service.ts'
import { subjectOf } from '../comment-subjects.service.ts'
import type { CommentRow } from '../comments.queries.ts'
import { announceReleased } from '../comments.service.ts'
import { lockConversation } from '../write-comments.queries.ts'
import { tellRemovedJob } from './creator.jobs.ts'
import { findOnOwnContent, findRemoved, markRemoved, setHold, unmarkRemoved } from './creator.queries.ts'
import { findHoldOfShown, heldBy, notHeld } from './find-hold.service.ts'

const missing = () => notFound('comment.not-found', 'Comment not found')
const tellKey = (id: string) => `comments:tell-removed:${id}`

/** Locks a comment of somebody else on the creator's content until the transaction ends. */
async function lockOnOwnContent(tx: Tx, id: string, creatorId: string): Promise<CommentRow | undefined> {
  const found = await findOnOwnContent(tx, id, creatorId)
  if (!found) return undefined
  await lockConversation(tx, subjectOf(found))
  return findOnOwnContent(tx, id, creatorId)
}

/** Removes a comment and the replies below it. Its author is told when it can no longer be restored. */
export async function removeAsCreator({ sql, clock }: Context, id: string, creatorId: string): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const comment = await lockOnOwnContent(tx, id, creatorId)
    if (!comment) {
      // A double click.
      if (await findRemoved(tx, id, creatorId)) return
      throw missing()
    }
    await markRemoved(tx, id, now)
    const runAt = secondsAfter(now, limits.undoRemovalSeconds)
    // Nobody tells the author of a hidden comment.
    if (!comment.is_held || comment.hold === 'approval')
      await enqueue(tx, tellRemovedJob, { commentId: id, creatorId }, { key: tellKey(id), runAt })
  })
}

/** Restores a comment that the creator has removed, until its author is told. */
export async function restoreAsCreator({ sql }: Context, id: string, creatorId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const removed = await findRemoved(tx, id, creatorId)
    if (removed) await lockConversation(tx, subjectOf(removed))
    if (removed && (await findRemoved(tx, id, creatorId))) {
      await unmarkRemoved(tx, id)
      await cancelJobs(tx, [tellKey(id)])
      // Its author may have been silenced, or not any more, in the meantime.
      await enqueue(tx, applySilenceJobEntry, { channelId: creatorId, personId: removed.removed_from })
    } else if (!(await findOnOwnContent(tx, id, creatorId))) throw missing()
  })
}

/** Hides a comment from everybody but its author, who is not told. */
export async function hideComment({ sql }: Context, id: string, creatorId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const comment = await lockOnOwnContent(tx, id, creatorId)
    if (!comment) throw missing()
    await setHold(tx, id, heldBy(creatorId, 'hidden'))
  })
}

/** Shows a hidden comment, unless it has become one for moderators. */
export async function showComment({ sql, clock }: Context, id: string, creatorId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const comment = await lockOnOwnContent(tx, id, creatorId)
    if (!comment) throw missing()
    if (comment.is_held) await release(tx, comment, creatorId, clock.now())
  })
}

/** Shows a comment that waits for approval, unless its author has changed it since the creator read it. */
export async function approveAsCreator(
  { sql, clock }: Context,
  id: string,
  creatorId: string,
  readAt: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const comment = await lockOnOwnContent(tx, id, creatorId)
    if (!comment) throw missing()
    // A double click.
    if (!comment.is_held) return
    if (comment.updated_at.toISOString() !== readAt)
      throw conflict('moderation.changed', 'Its author has changed this comment. Please read it again.')
    await release(tx, comment, creatorId, clock.now())
  })
}

async function release(tx: Tx, comment: CommentRow, creatorId: string, now: Date): Promise<void> {
  // What waits for approval has passed the moderators, also with a word of the site. A hidden one may have changed.
  const hold = comment.hold === 'approval' ? notHeld : await findHoldOfShown(tx, comment.content)
  await setHold(tx, comment.id, hold)
  if (!hold.is_held) await announceReleased(tx, comment, now, creatorId)
}
