import type { Sql } from '../db/sql.ts'

/** Of other programs of Vireo, which call their connections so. */
export async function countConnections(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'vireo')
      and application_name <> current_setting('application_name')`
  return row?.count ?? 0
}

/** What is in the database; undefined if it has no tables yet. */
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
