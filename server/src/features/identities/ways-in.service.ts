import type { Tx } from '../../db/sql.ts'
import { conflict } from '../../lib/app-error.ts'
import { issuersOf, type Provider } from '../../provider-settings.ts'
import { hasWayIn } from './ways-in.queries.ts'

/** For the end of a transaction that has locked the account and removed a way into it. */
export async function assertNotLastWayIn(tx: Tx, userId: string, providers: Provider[]): Promise<void> {
  const offered = providers.flatMap((one) => issuersOf(one).map((issuer) => ({ provider: one.id, issuer })))
  if (!(await hasWayIn(tx, userId, offered)))
    throw conflict(
      'account.last-way-in',
      'This is the only way into your account. Set a password or add another way in first.',
    )
}
