import type { Db } from '../../../../db/sql.ts'
import { foldCase } from '../../../../lib/text/fold.ts'

/** A client without cookies adds a device with each sign-in; only the latest are kept. */
const devicesPerUser = 20

/** An account as named in a sign-in or a request for a code. It may not exist. */
export interface AccountName {
  column: 'username_key' | 'email_key'
  text: string
}

/** Whether the account has signed in on this device. One statement, so that an unknown name takes as long. */
export async function isKnownDevice(db: Db, account: AccountName, deviceHash: string): Promise<boolean> {
  const [row] = await db`
    select from known_devices d join users u on u.id = d.user_id
    where u.${db(account.column)} = ${foldCase(account.text)} and u.deleted_at is null and d.device_hash = ${deviceHash}`
  return row !== undefined
}

export async function isDeviceOf(db: Db, userId: string, deviceHash: string): Promise<boolean> {
  const [row] = await db`
    select from known_devices where user_id = ${userId} and device_hash = ${deviceHash}`
  return row !== undefined
}

/** Returns whether the device is new to the account. */
export async function rememberDevice(
  db: Db,
  userId: string,
  deviceHash: string,
  now: Date,
): Promise<boolean> {
  // Otherwise all browsers without a cookie would be the same device.
  if (!deviceHash) return true
  const [row] = await db<{ is_new: boolean }[]>`
    insert into known_devices (user_id, device_hash, last_used_at) values (${userId}, ${deviceHash}, ${now})
    on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at
    returning xmax = 0 as is_new`
  await db`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId}
      order by last_used_at desc offset ${devicesPerUser}
    )`
  return row?.is_new ?? true
}

/** After a new password: other devices are unknown again, and this one needs the second step again. */
export async function forgetOtherDevices(db: Db, userId: string, deviceHash: string): Promise<void> {
  await db`delete from known_devices where user_id = ${userId} and device_hash <> ${deviceHash}`
  await db`update known_devices set skips_second_step_until = null where user_id = ${userId}`
}

export async function deleteDevicesUnusedSince(db: Db, since: Date): Promise<void> {
  await db`delete from known_devices where last_used_at <= ${since}`
}
