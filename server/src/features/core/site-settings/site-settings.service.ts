import type { Db } from '../../../db/sql.ts'
import { forbidden } from '../../../lib/app-error.ts'
import { hasHeldWord } from './held-words.ts'
import { hasInvitation, spendInvitation } from './invitations.queries.ts'
import { getSignUpMode, getSiteSettings } from './site-settings.queries.ts'

/** Whether a comment has to wait for a moderator. */
export async function mustHoldForReview(db: Db, text: string): Promise<boolean> {
  const { held_words } = await getSiteSettings(db)
  return hasHeldWord(text, held_words)
}

const closed = () => forbidden('account.sign-up-closed', 'Sign-up is closed on this site.')
const notInvited = () =>
  forbidden(
    'account.invitation-invalid',
    'Signing up needs a valid invitation link from the people who run this site.',
  )

/** Throws early if `claimSignUp` would throw. */
export async function assertMaySignUp(db: Db, invite: string | undefined, now: Date): Promise<void> {
  const signUp = await getSignUpMode(db)
  if (signUp === 'closed') throw closed()
  if (signUp === 'invitation' && !(await hasInvitation(db, invite ?? '', now))) throw notInvited()
}

/** Call it in the transaction that creates an account: spends an invitation where one is needed. */
export async function claimSignUp(tx: Db, invite: string | undefined, now: Date): Promise<void> {
  const signUp = await getSignUpMode(tx)
  if (signUp === 'closed') throw closed()
  if (signUp === 'invitation' && !(await spendInvitation(tx, invite ?? '', now))) throw notInvited()
}
