import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { countAttempt } from '../../../../http/access/rate-limit.ts'
import { badRequest, forbidden } from '../../../../lib/app-error.ts'
import { notifyTogether, withdrawNotifications } from '../../../people/notify/notify.service.ts'
import { getVisibleSubject, subjectOf } from '../comment-subjects.service.ts'
import { type CommentRow, getComment } from '../comments.queries.ts'
import { lockConversation, setHearted, setPinned } from '../write-comments.queries.ts'

const marksPerMinute = 60

/** Pins a comment above all others, in place of one that was pinned before, or unpins it. */
export function pinComment(context: Context, id: string, viewerId: string, isPinned: boolean) {
  return markComment(context, id, viewerId, async (tx, comment) => {
    if (comment.parent_id) throw badRequest('Replies cannot be pinned', 'commentId', 'comment.pinned-reply')
    await setPinned(tx, subjectOf(comment), id, isPinned)
  })
}

/** Adds or removes the creator's heart on a comment or reply. */
export function heartComment(context: Context, id: string, viewerId: string, isHearted: boolean) {
  const now = context.clock.now()
  return markComment(context, id, viewerId, async (tx, { owner_id: userId }) => {
    if (!(await setHearted(tx, id, isHearted))) return
    const heart = { userId, kind: 'heart', subject: { kind: 'comment', id } } as const
    if (isHearted) await notifyTogether(tx, heart, [{ id: viewerId, at: now }])
    else await withdrawNotifications(tx, heart, [viewerId])
  })
}

/** Only the creator of the video or tweet may mark its comments. */
async function markComment(
  context: Context,
  id: string,
  viewerId: string,
  mark: (tx: Tx, comment: CommentRow) => Promise<void>,
): Promise<CommentRow> {
  const { sql, clock } = context
  const comment = await getComment(sql, id, viewerId)
  const subject = await getVisibleSubject(context, subjectOf(comment), viewerId)
  if (subject.ownerId !== viewerId)
    throw forbidden('comment.not-creator', `Only the creator of the ${subject.kind} can do this`)
  const limit = { key: `comment-mark:${viewerId}`, max: marksPerMinute, windowSeconds: 60 }
  await countAttempt(sql, limit, clock.now())
  await sql.begin(async (tx) => {
    await lockConversation(tx, subject)
    // It may have been deleted in the meantime.
    await mark(tx, await getComment(tx, id, viewerId))
  })
  return getComment(sql, id, viewerId)
}
