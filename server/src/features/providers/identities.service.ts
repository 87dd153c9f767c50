import type { Identity, ProviderId } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { assertConfirmed, type Viewer } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { conflict, notFound } from '../../lib/app-error.ts'
import type { Provider } from '../../provider-settings.ts'
import { sendNotice } from '../accounts/accounts.jobs.ts'
import { lockUser } from '../accounts/accounts.service.ts'
import { assertNotLastWayIn } from '../sign-in/ways-in.service.ts'
import {
  deleteIdentities,
  findIdentityOwner,
  type IdentityKey,
  insertIdentity,
  listIdentities,
} from './providers.queries.ts'

/** Of providers that the site no longer offers. */
const oldNames: Record<ProviderId, string> = { google: 'Google', github: 'GitHub', oidc: 'Single sign-on' }

export const nameOf = (providers: Provider[], id: ProviderId) =>
  providers.find((provider) => provider.id === id)?.name ?? oldNames[id]

export async function getIdentities({ sql, config }: Context, userId: string): Promise<Identity[]> {
  const rows = await listIdentities(sql, userId)
  return rows.map((row) => ({
    provider: { _id: row.provider, name: nameOf(config.providers, row.provider) },
    label: row.label,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
}

/** From now on the account of the provider is a way into this one. */
export async function linkIdentity(
  tx: Tx,
  userId: string,
  { id, name }: Pick<Provider, 'id' | 'name'>,
  { issuer, subject, label }: Omit<IdentityKey, 'provider'> & { label: string },
  now: Date,
): Promise<void> {
  const { email } = await lockUser(tx, userId)
  const key = { provider: id, issuer, subject }
  if (!(await insertIdentity(tx, userId, key, label, now))) {
    const ownerId = await findIdentityOwner(tx, key)
    if (ownerId === userId) return
    throw ownerId
      ? conflict('provider.linked-elsewhere', `This ${name} account is connected to another account here`)
      : conflict('provider.already-linked', `Another ${name} account is connected already`)
  }
  await tell(
    tx,
    email,
    `Your Vireo account can be opened with ${name}`,
    `The ${name} account ${label} was connected to your account: whoever is signed in there can sign in here.`,
  )
}

export async function unlink({ sql, clock, config }: Context, viewer: Viewer, id: ProviderId): Promise<void> {
  assertConfirmed(viewer, clock.now())
  const name = nameOf(config.providers, id)
  await sql.begin(async (tx) => {
    const { email } = await lockUser(tx, viewer.id)
    if (!(await deleteIdentities(tx, viewer.id, id)))
      throw notFound('provider.not-linked', `No ${name} account is connected`)
    await assertNotLastWayIn(tx, viewer.id)
    await tell(
      tx,
      email,
      `${name} was disconnected from your Vireo account`,
      `Your account can no longer be opened with ${name}.`,
    )
  })
}

const tell = (tx: Tx, email: string, subject: string, text: string) =>
  enqueue(tx, sendNotice, {
    email,
    subject,
    text: `${text} If it was not you, change your password and look at your settings now.\n`,
  })
