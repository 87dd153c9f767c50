import type { Db } from '../../db/sql.ts'
import { forgive } from '../../http/rate-limit.ts'
import { foldCase } from '../../lib/fold.ts'
import type { UserRow } from './accounts.queries.ts'

export { type AccountName, isDeviceOf, isKnownDevice, rememberDevice } from './devices.queries.ts'

/** Counts the attempts to sign in to an account on one of its known devices. */
export const deviceAttemptsKey = (name: string, deviceHash: string) =>
  `login:device:${foldCase(name)}:${deviceHash}`

/** Takes back what was tried on a device, whichever of the account's names was typed. */
export async function forgiveDevice(db: Db, user: UserRow, deviceHash: string): Promise<void> {
  for (const name of [user.username, user.email]) await forgive(db, deviceAttemptsKey(name, deviceHash))
}
