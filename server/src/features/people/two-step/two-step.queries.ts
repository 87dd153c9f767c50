import type { Db } from '../../../db/sql.ts'

interface TwoStepRow {
  secret: Uint8Array
  enabled_at: Date | null
}

export async function findTwoStep(db: Db, userId: string): Promise<TwoStepRow | undefined> {
  const [row] = await db<TwoStepRow[]>`
    select secret, enabled_at from two_step where user_id = ${userId}`
  return row
}

/** Whether a sign-in on this device needs the second step. */
export async function needsSecondStep(
  db: Db,
  userId: string,
  deviceHash: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db`
    select from two_step t where t.user_id = ${userId} and t.enabled_at is not null and not exists (
      select from known_devices d
      where d.user_id = t.user_id and d.device_hash = ${deviceHash} and d.skips_second_step_until > ${now}
    )`
  return row !== undefined
}

/** Stores a new secret for someone who has not finished setting up. Returns false if two-step sign-in is on already. */
export async function insertSecret(db: Db, userId: string, secret: Uint8Array): Promise<boolean> {
  const [row] = await db`
    insert into two_step (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret where two_step.enabled_at is null
    returning 1`
  return row !== undefined
}

export async function enableTwoStep(db: Db, userId: string, secret: Uint8Array, now: Date): Promise<boolean> {
  const [row] = await db`
    update two_step set enabled_at = ${now}
    where user_id = ${userId} and enabled_at is null and secret = ${secret} returning 1`
  return row !== undefined
}

export async function deleteTwoStep(db: Db, userId: string): Promise<void> {
  await db`delete from two_step where user_id = ${userId}`
  await db`delete from recovery_codes where user_id = ${userId}`
  await db`update known_devices set skips_second_step_until = null where user_id = ${userId}`
}

/**
 * Marks the code of this time step as used. Only one of two racing calls succeeds, and no earlier code works after it.
 */
export async function spendTimeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const [row] = await db`
    update two_step set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning 1`
  return row !== undefined
}

export async function spendRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const [row] = await db`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hash} returning 1`
  return row !== undefined
}

export async function replaceRecoveryCodes(db: Db, userId: string, hashes: Buffer[]): Promise<void> {
  await db`delete from recovery_codes where user_id = ${userId}`
  await db`
    insert into recovery_codes ${db(hashes.map((code_hash) => ({ user_id: userId, code_hash })))}`
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = ${userId}`
  return row?.count ?? 0
}

/** A device that was never used to sign in cannot be trusted. */
export async function trustDevice(db: Db, userId: string, deviceHash: string, until: Date): Promise<void> {
  await db`
    update known_devices set skips_second_step_until = ${until}
    where user_id = ${userId} and device_hash = ${deviceHash}`
}
