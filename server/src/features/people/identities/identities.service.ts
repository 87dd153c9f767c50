import type { Identity, ProviderId } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { issuersOf, type Provider, providerNames } from '../../../context/provider-settings.ts'
import type { Tx } from '../../../db/sql.ts'
import { assertConfirmed, type Viewer } from '../../../http/access/sessions.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { conflict, notFound } from '../../../lib/app-error.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import { lockUser, type UserRow } from '../accounts/accounts.queries.ts'
import {
  deleteIdentities,
  findIdentityOwner,
  hasSignInMethod,
  insertIdentity,
  listIdentities,
  type NewIdentity,
} from './identities.queries.ts'

const findProvider = (providers: Provider[], id: ProviderId) =>
  providers.find((provider) => provider.id === id)

/** Also names providers that the site no longer offers. */
export const nameOf = (providers: Provider[], id: ProviderId) =>
  findProvider(providers, id)?.name ?? providerNames[id]

const issuersNow = (providers: Provider[], id: ProviderId) => {
  const provider = findProvider(providers, id)
  return provider ? issuersOf(provider) : []
}

export async function getIdentities({ sql, config }: Context, userId: string): Promise<Identity[]> {
  const { providers } = config
  const rows = await listIdentities(sql, userId)
  return rows.map((row) => ({
    provider: { _id: row.provider, name: nameOf(providers, row.provider) },
    isOffered: issuersNow(providers, row.provider).includes(row.issuer),
    label: row.label,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
}

/** Links an account of a provider to this account, whose row the caller has locked. */
export async function linkIdentity(
  tx: Tx,
  providers: Provider[],
  user: UserRow,
  identity: NewIdentity,
  now: Date,
): Promise<void> {
  const name = nameOf(providers, identity.provider)
  if (!(await insertIdentity(tx, user.id, identity, now))) {
    const ownerId = await findIdentityOwner(tx, identity)
    if (ownerId === user.id) return
    throw ownerId
      ? conflict('provider.linked-elsewhere', `This ${name} account is connected to another account here`)
      : conflict('provider.already-linked', `Another ${name} account is connected already`)
  }
  await mailOwner(
    tx,
    user,
    `${name} was connected to your Vireo account`,
    `The ${name} account ${identity.label} was connected to your account: anyone who can sign in to that account can now sign in here.`,
  )
}

/** `isOffered`: the account at the provider as it is configured now; otherwise those of earlier configurations. */
export async function unlink(
  { sql, clock, config: { providers } }: Context,
  viewer: Viewer,
  id: ProviderId,
  isOffered: boolean,
): Promise<void> {
  assertConfirmed(viewer, clock.now())
  const name = nameOf(providers, id)
  await sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    const issuers = issuersNow(providers, id)
    if (!(await deleteIdentities(tx, user.id, id, { issuers, isOffered })))
      throw notFound('provider.not-linked', `No ${name} account is connected`)
    if (isOffered) await assertNotLastSignInMethod(tx, user.id, providers)
    await mailOwner(
      tx,
      user,
      `${name} was disconnected from your Vireo account`,
      `You can no longer sign in to your account with ${isOffered ? name : `an earlier ${name} account`}.`,
    )
  })
}

async function mailOwner(tx: Tx, user: UserRow, subject: string, text: string): Promise<void> {
  const advice = user.password_hash
    ? 'change your password and look at your settings now'
    : 'look at your settings now'
  await enqueue(tx, sendNoticeJob, {
    email: user.email,
    subject,
    text: `${text} If it was not you, ${advice}.\n`,
  })
}

/** Call it at the end of a transaction that has locked the account and removed a way to sign in. */
export async function assertNotLastSignInMethod(
  tx: Tx,
  userId: string,
  providers: Provider[],
): Promise<void> {
  const offered = providers.flatMap((provider) =>
    issuersOf(provider).map((issuer) => ({ provider: provider.id, issuer })),
  )
  if (!(await hasSignInMethod(tx, userId, offered)))
    throw conflict(
      'account.last-way-in',
      'This is the only way into your account. Set a password or add another way in first.',
    )
}
