import type { Sql } from '../../src/db/sql.ts'

/** Every row of every table as text: everything that a thief of the database would get. */
export async function dumpDatabase(sql: Sql, except: string[] = []): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> all(${except})`
  const dumps = await Promise.all(
    tables.map(({ name }) => sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`)),
  )
  return dumps.flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}

/** Matches a number only where it is not part of a hash or a time. */
export const aloneInText = (digits: string) => new RegExp(String.raw`(?<![\w.])${digits}(?!\w)`)
