import type { api, BodyOf, SignUpMode } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { conflict, notFound } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import { isSameList, uniqueWords } from '../../core/site-settings/held-words.ts'
import {
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
} from '../../core/site-settings/invitations.queries.ts'
import { lockSiteSettings, updateSettings } from '../../core/site-settings/site-settings.queries.ts'

const noteLength = 1000
const daySeconds = 24 * 3600

export async function setSignUp({ sql, clock }: Context, viewer: Viewer, signUp: SignUpMode): Promise<void> {
  await sql.begin(async (tx) => {
    await updateSettings(tx, { sign_up: signUp })
    await recordAction(tx, { actor: viewer, action: 'set-sign-up', note: signUp }, clock.now())
  })
}

/** With `lastSeen`, the list that the change started from, it does not overwrite what others have saved since. */
export async function setHeldWords(
  { sql, clock }: Context,
  viewer: Pick<Viewer, 'id' | 'role'>,
  typed: string[],
  lastSeen?: string[],
): Promise<void> {
  const words = uniqueWords(typed)
  await sql.begin(async (tx) => {
    const { held_words: before } = await lockSiteSettings(tx)
    if (lastSeen && !isSameList(uniqueWords(lastSeen), before))
      throw conflict(
        'moderation.changed',
        'Someone else has changed this list, so your changes were not saved.',
      )
    await updateSettings(tx, { held_words: words })
    const note = describeChange(before, words)
    if (note) await recordAction(tx, { actor: viewer, action: 'set-held-words', note }, clock.now())
  })
}

function describeChange(before: string[], after: string[]): string {
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  const parts = [
    ...(added.length > 0 ? [`Added: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
  ]
  return parts.join('. ').slice(0, noteLength).toWellFormed()
}

/** Only this response contains the token: the database has a hash of it. */
export async function createInvitation(
  { sql, clock }: Context,
  viewer: Viewer,
  { note = '', uses, days }: BodyOf<typeof api.siteSettings.invite>,
): Promise<{ token: string; row: InvitationRow }> {
  const now = clock.now()
  const token = newToken()
  const row = {
    id: newId(),
    note: note.trim(),
    uses_left: uses,
    created_at: now,
    expires_at: secondsAfter(now, days * daySeconds),
  }
  await sql.begin(async (tx) => {
    await insertInvitation(tx, row, token)
    await recordAction(tx, { actor: viewer, action: 'invite', note: describeInvitation(row) }, now)
  })
  return { token, row }
}

export async function revokeInvitation({ sql, clock }: Context, viewer: Viewer, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    const row = await deleteInvitation(tx, id)
    if (!row) throw notFound('moderation.not-found', 'There is no such invitation')
    const note = describeInvitation(row)
    await recordAction(tx, { actor: viewer, action: 'revoke-invitation', note }, clock.now())
  })
}

const describeInvitation = ({ uses_left, note }: InvitationRow) =>
  [`${uses_left} ${uses_left === 1 ? 'account' : 'accounts'}`, note].filter(Boolean).join(': ')
