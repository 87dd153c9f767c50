import { type CommentsMode, t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { badRequest, conflict } from '../../../lib/app-error.ts'
import { isSameList, uniqueWords } from '../../core/site-settings/held-words.ts'
import { getShownProfile } from '../accounts/status/account-status.service.ts'
import {
  deleteSilenced,
  insertSilenced,
  lockCommentRules,
  updateCommentRules,
} from './comment-rules.queries.ts'

/**
 * Brings a person's earlier comments on a channel in line with whether they are silenced there. Its handler is in
 * community/comments, a later group.
 */
export const applySilenceJobEntry = {
  name: 'comments:apply-silence',
  payload: t.object({ channelId: t.string(), personId: t.string() }),
  maxAttempts: 5,
}

export async function setDefaultMode({ sql }: Context, userId: string, mode: CommentsMode): Promise<void> {
  await sql.begin(async (tx) => {
    await lockCommentRules(tx, userId)
    await updateCommentRules(tx, userId, { comments_mode: mode })
  })
}

/** With `lastSeen`, the list that the change started from, it does not overwrite what another tab has saved since. */
export async function setBlockedWords(
  { sql }: Context,
  userId: string,
  typed: string[],
  lastSeen?: string[],
): Promise<void> {
  await sql.begin(async (tx) => {
    const { blocked_words: before } = await lockCommentRules(tx, userId)
    if (lastSeen && !isSameList(uniqueWords(lastSeen), before))
      throw conflict(
        'settings.changed',
        'This list was changed elsewhere in the meantime, so your changes were not saved.',
      )
    await updateCommentRules(tx, userId, { blocked_words: uniqueWords(typed) })
  })
}

export async function silencePerson(
  { sql, clock }: Context,
  channelId: string,
  personId: string,
): Promise<void> {
  if (channelId === personId) throw badRequest('You cannot hide your own comments', undefined, 'silence.self')
  await sql.begin(async (tx) => {
    await getShownProfile(tx, personId)
    await insertSilenced(tx, channelId, personId, clock.now())
    await enqueue(tx, applySilenceJobEntry, { channelId, personId })
  })
}

/** Also succeeds if the person was not silenced. */
export async function unsilencePerson({ sql }: Context, channelId: string, personId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await getShownProfile(tx, personId)
    await deleteSilenced(tx, channelId, personId)
    await enqueue(tx, applySilenceJobEntry, { channelId, personId })
  })
}
