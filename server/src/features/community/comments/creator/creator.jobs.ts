import { t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { defineJob } from '../../../../jobs/define-job.ts'
import { lockRows } from '../../../core/removal/removal.queries.ts'
import { applySilenceJobEntry } from '../../../people/comment-rules/comment-rules.service.ts'
import { notify } from '../../../people/notify/notify.service.ts'
import { subjectOf } from '../comment-subjects.service.ts'
import { findSubject } from '../comments.queries.ts'
import { lockConversation } from '../write-comments.queries.ts'
import {
  endRestoring,
  endSilence,
  findRemoved,
  isSilenced,
  listOutOfLine,
  type SilencedComment,
  setSilenced,
} from './creator.queries.ts'
import { findHold, notHeld } from './find-hold.service.ts'

const excerptLetters = 200

/** Tells the author of a comment that the creator of the video or tweet has removed it. */
export const tellRemovedJob = defineJob({
  name: 'comments:tell-removed',
  payload: t.object({ commentId: t.string(), creatorId: t.string() }),
  maxAttempts: 5,
  timeoutSeconds: 60,
  handler: async ({ sql, clock }: Context, { commentId, creatorId }) => {
    await sql.begin(async (tx) => {
      const found = await findRemoved(tx, commentId, creatorId)
      if (!found) return
      const subject = subjectOf(found)
      await lockConversation(tx, subject)
      // It may have been restored in the meantime.
      if (!(await findRemoved(tx, commentId, creatorId))) return
      await endRestoring(tx, commentId)
      const text = found.content.slice(0, excerptLetters).toWellFormed()
      const news = {
        userId: found.removed_from,
        kind: 'comment-removed',
        actorId: creatorId,
        subject,
        text,
      } as const
      await notify(tx, news, clock.now())
    })
  },
})

/**
 * Hides a silenced person's comments on a channel, or shows them again, in batches. It ends when it finds none to
 * change, because the opposite may have been decided during a batch.
 */
export const applySilenceJob = defineJob({
  ...applySilenceJobEntry,
  timeoutSeconds: 600,
  handler: async ({ sql }: Context, silencing, { signal }) => {
    const { channelId, personId } = silencing
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      isMore = await sql.begin(async (tx) => {
        const shouldBeSilenced = await isSilenced(tx, silencing)
        const found = await listOutOfLine(tx, silencing, shouldBeSilenced)
        await lockRows(tx, 'videos', idsOf(found, 'video_id'))
        await lockRows(tx, 'tweets', idsOf(found, 'tweet_id'))
        const ids = found.map(({ id }) => id)
        if (shouldBeSilenced) await setSilenced(tx, ids, channelId)
        else
          for (const comment of found) {
            const subject = await findSubject(tx, subjectOf(comment))
            if (!subject) continue
            const written = { owner_id: personId, content: comment.content }
            // What others had seen before needs no approval now.
            const isNew = comment.hold === 'unseen'
            await endSilence(tx, comment, isNew ? await findHold(tx, subject, written) : notHeld)
          }
        return found.length > 0
      })
    }
  },
})

const idsOf = (comments: SilencedComment[], column: 'video_id' | 'tweet_id') => [
  ...new Set(comments.flatMap((comment) => comment[column] ?? [])),
]
