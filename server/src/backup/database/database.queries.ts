import type { Db, Sql, Tx } from '../../db/sql.ts'

/**
 * Tables that are not backed up: unfinished uploads, whose bytes are not backed up either, and claims of space on the
 * disk of one machine. A restored database gets its own list of migrations.
 */
export const excludedTables = ['uploads', 'upload_parts', 'upload_locks', 'disk_claims', 'migrations']

interface Table {
  name: string
  columns: string[]
}

/** Lists only stored columns; PostgreSQL computes generated columns again. */
export const listTables = (tx: Tx): Promise<Table[]> => tx<Table[]>`
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${excludedTables})
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

export async function hasRows(tx: Tx, table: string): Promise<boolean> {
  return (await tx`select from ${tx(table)} limit 1`).length > 0
}

export const listSequences = (db: Db) => db<{ name: string; value: string }[]>`
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`

export async function listApplied(tx: Tx): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`select name from migrations order by name`
  return rows.map(({ name }) => name)
}

/** The columns that `add_job` needs to add jobs again. */
export const jobColumns = {
  identifier: 'text',
  payload: 'json',
  queue_name: 'text',
  run_at: 'timestamptz',
  max_attempts: 'int',
  job_key: 'text',
  priority: 'int',
  flags: 'text[]',
}

export const selectJobs = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (select array_agg(flag) from jsonb_object_keys(j.flags) flag)
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  order by j.id`

/** Quotes an identifier for a statement that takes no parameters, such as COPY. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export const copyTarget = ({ name, columns }: Table) =>
  `public.${quote(name)} (${columns.map(quote).join(', ')})`

/** The contents of the database; undefined if it has no tables yet. */
export async function readContents(
  sql: Sql,
): Promise<{ accounts: number; migrations: string[] } | undefined> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('public.migrations') is not null and to_regclass('public.users') is not null as exists`
  if (!table?.exists) return undefined
  const [row] = await sql<{ accounts: number; migrations: string[] }[]>`
    select (select count(*)::int from users) as accounts,
      (select array_agg(name order by name) from migrations) as migrations`
  return row
}

export async function assertHasTables(sql: Sql): Promise<void> {
  if (!(await readContents(sql)))
    throw new Error('The database contains no site: it has no tables. Check DATA_DIR or DATABASE_URL.')
}

/** Counts connections of other Vireo programs, which all use this prefix in their application names. */
export async function countConnections(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'vireo')
      and application_name <> current_setting('application_name')`
  return row?.count ?? 0
}

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 7_483_617

/** Allows one backup of a site at a time: another one would remove old backups that this one builds on. */
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
