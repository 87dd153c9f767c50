import type { Db } from '../../../db/sql.ts'

export async function hasAnyDevice(db: Db): Promise<boolean> {
  return (await db`select from push_devices limit 1`).length > 0
}

/** The devices of these people, grouped by person. People without a device are left out. */
export const listDevicesOf = (db: Db, userIds: string[]) => db<{ userId: string; deviceIds: string[] }[]>`
  select user_id as "userId", array_agg(id) as "deviceIds" from push_devices
  where user_id = any(${userIds}::uuid[]) group by user_id`
