import type { Sql } from '../db/sql.ts'

/** Of other programs of Vireo, which call their connections so. */
export async function countConnections(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'vireo')
      and application_name <> current_setting('application_name')`
  return row?.count ?? 0
}

/** None if the database has no tables yet. */
export async function countAccounts(sql: Sql): Promise<number> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('public.users') is not null as exists`
  if (!table?.exists) return 0
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from users`
  return row?.count ?? 0
}
