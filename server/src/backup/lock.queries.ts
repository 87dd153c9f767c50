import type { Sql } from '../db/sql.ts'

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 7_483_612

/** One backup of a site at a time: another would remove old backups that this one builds on. */
export async function withLock<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  const connection = await sql.reserve()
  try {
    const [row] = await connection<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as "isOurs"`
    if (!row?.isOurs) throw new Error('Another backup of this site is running.')
    try {
      return await work()
    } finally {
      await connection`select pg_advisory_unlock(${lockKey})`
    }
  } finally {
    connection.release()
  }
}
