import type { Db } from '../../../../db/sql.ts'

interface Lease {
  name: string
  holder: string
  seconds: number
}

// Uses the clock of the database, because the clocks of the processes differ.

/** Takes a lock that is free or has expired. Otherwise marks it as wanted for its holder. */
export async function takeLock(db: Db, { name, holder, seconds }: Lease): Promise<boolean> {
  const [row] = await db<{ isTaken: boolean }[]>`
    insert into upload_locks as l (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set
      is_wanted = l.expires_at > now(),
      holder = case when l.expires_at > now() then l.holder else excluded.holder end,
      expires_at = case when l.expires_at > now() then l.expires_at else excluded.expires_at end
    returning holder = ${holder} as "isTaken"`
  return row?.isTaken ?? false
}

/** Undefined if the lock has another holder by now. */
export async function renewLock(
  db: Db,
  { name, holder, seconds }: Lease,
): Promise<{ isRequested: boolean } | undefined> {
  const [row] = await db<{ isRequested: boolean }[]>`
    update upload_locks set expires_at = now() + make_interval(secs => ${seconds})
    where name = ${name} and holder = ${holder}
    returning is_wanted as "isRequested"`
  return row
}

export async function releaseLock(db: Db, { name, holder }: Lease): Promise<void> {
  await db`delete from upload_locks where name = ${name} and holder = ${holder}`
}

export async function deleteExpiredLocks(db: Db): Promise<void> {
  await db`delete from upload_locks where expires_at <= now()`
}
