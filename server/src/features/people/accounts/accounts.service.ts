import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { authLimit, countAttempt } from '../../../http/access/rate-limit.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { conflict } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { hashPassword } from '../../../lib/security/passwords.ts'
import { removeFolderJob } from '../../core/files/files.jobs.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { assertMaySignUp, claimSignUp } from '../../core/site-settings/site-settings.service.ts'
import {
  deleteUser,
  findUserByEmail,
  findUserByUsername,
  getUser,
  insertUser,
  type UserRow,
} from './accounts.queries.ts'
import { type EmailProof, hasProof, spendProof } from './codes/mailed-codes.queries.ts'
import { notProven } from './codes/mailed-codes.service.ts'
import type { Caller } from './devices/device-cookie.ts'
import { applyAdminEmail, isAdminEmail } from './status/account-status.service.ts'

const triesPerNetwork = 30

export async function register(
  context: Context,
  body: BodyOf<typeof api.signIn.register>,
  proofToken: string,
  { network }: Caller,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const email = body.email.trim()
  const proof: EmailProof = { token: proofToken, purpose: 'sign-up', email }
  await countAttempt(sql, { key: `register:ip:${network}`, max: triesPerNetwork, ...authLimit }, clock.now())
  if (!(await hasProof(sql, proof, clock.now()))) throw notProven('signing up')
  await assertMaySignUp(sql, body.invite, clock.now())
  const passwordHash = await hashPassword(body.password)
  const username = body.username.trim()
  const fullname = body.fullname.trim().normalize('NFC')
  return sql.begin(async (tx) => {
    if (!(await spendProof(tx, proof, clock.now()))) throw notProven('signing up')
    await claimSignUp(tx, body.invite, clock.now())
    const user = await insertUser(tx, { id: newId(), username, fullname, email, passwordHash }, clock.now())
    if (user && isAdminEmail(config, email)) await applyAdminEmail(tx, context)
    if (user) return getUser(tx, user.id)
    // The rollback restores the proof, so that another username can be tried with it.
    throw (await findUserByUsername(tx, username))
      ? conflict('account.username-taken', 'This username is already taken', 'username')
      : emailTaken()
  })
}

interface VerifiedPerson {
  email: string
  /** Empty if unknown. */
  fullname: string
  /** Tried in this order until one is free. */
  usernames: Iterable<string>
  invite: string | undefined
}

/** Creates the account of an address that a sign-in provider has verified; `alsoInTransaction` runs with it. */
export async function registerVerified(
  context: Context,
  { email, fullname, usernames, invite }: VerifiedPerson,
  { network }: Caller,
  alsoInTransaction: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const now = clock.now()
  await countAttempt(sql, { key: `register:ip:${network}`, max: triesPerNetwork, ...authLimit }, now)
  return sql.begin(async (tx) => {
    await claimSignUp(tx, invite, now)
    for (const username of usernames) {
      const person = { id: newId(), username, fullname: fullname || username, email, passwordHash: null }
      const user = await insertUser(tx, person, now)
      if (user) {
        await alsoInTransaction(tx, user)
        if (isAdminEmail(config, email)) await applyAdminEmail(tx, context)
        return getUser(tx, user.id)
      }
      if (await findUserByEmail(tx, email)) throw emailTaken()
    }
    throw conflict('account.username-taken', 'This username is already taken', 'username')
  })
}

export const emailTaken = () => conflict('account.email-taken', 'This email already has an account', 'email')

/** Marks a person, whose row the caller has locked, as deleted; jobs remove rows and files after the transaction. */
export async function removeUser(tx: Tx, user: UserRow, now: Date): Promise<void> {
  for (const folder of [user.avatar_folder, user.cover_folder])
    if (folder) await enqueue(tx, removeFolderJob, { folder })
  await deleteUser(tx, user.id, now)
  await requestPurge(tx)
}
