import type { Db } from '../../../../db/sql.ts'
import { resetAttempts } from '../../../../http/access/rate-limit.ts'
import { foldCase } from '../../../../lib/text/fold.ts'
import type { UserRow } from '../accounts.queries.ts'

/** Counts the attempts to sign in to an account on one of its known devices. */
export const deviceAttemptsKey = (name: string, deviceHash: string) =>
  `login:device:${foldCase(name)}:${deviceHash}`

/** Resets the counted attempts on a device, whether they were made with the username or the address. */
export async function resetDeviceAttempts(db: Db, user: UserRow, deviceHash: string): Promise<void> {
  for (const name of [user.username, user.email]) await resetAttempts(db, deviceAttemptsKey(name, deviceHash))
}
