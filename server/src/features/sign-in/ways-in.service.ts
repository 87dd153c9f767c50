import type { Tx } from '../../db/sql.ts'
import { conflict } from '../../lib/app-error.ts'
import { hasWayIn } from './ways-in.queries.ts'

/** For the end of a transaction that has locked the account and removed a way into it. */
export async function assertNotLastWayIn(tx: Tx, userId: string): Promise<void> {
  if (!(await hasWayIn(tx, userId)))
    throw conflict(
      'account.last-way-in',
      'This is the only way into your account. Set a password or add another way in first.',
    )
}
