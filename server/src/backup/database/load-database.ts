import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DatabaseDump, RowsPart } from '../manifest.ts'
import { copyTarget, jobColumns, quote } from './database.queries.ts'

/**
 * Loads a dump into a database with the same migrations, in one transaction. Replaces rows that migrations inserted.
 * postgres.js cannot be used for this: it waits forever when the last rows of a COPY are refused.
 */
export async function loadDatabase(
  databaseUrl: string,
  dump: DatabaseDump,
  pathOf: (part: RowsPart) => string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vireo-restore' })
  await client.connect()
  const load = async (target: string, part: RowsPart) => {
    if (part.rows === 0) return
    const copy = client.query(copyFrom(`copy ${target} from stdin`))
    await pipeline(createReadStream(pathOf(part)), createGunzip(), copy)
    if (copy.rowCount !== part.rows)
      throw new Error(`${part.name} has ${copy.rowCount} rows instead of ${part.rows}`)
  }
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query(`set local datestyle = 'ISO, YMD'`)
    const restoreRules = await suspendRules(client)
    await client.query(`truncate ${dump.tables.map(({ table }) => quote(table)).join(', ')}`)
    for (const part of dump.tables) await load(copyTarget({ name: part.table, columns: part.columns }), part)
    for (const { name, value } of dump.sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [`public.${quote(name)}`, value])
    await restoreRules()
    await addJobs(client, (target) => load(target, dump.jobs))
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/**
 * Disables triggers, which would count and index the rows again, and drops foreign keys, because a row may refer to a
 * table that is loaded later. The keys are checked when they are added again. This requires the owner of the tables,
 * not a superuser.
 */
async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  const runAll = (statements: string[]) => client.query(statements.join(';'))
  await runAll(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  await runAll(tables.map(({ name }) => `alter table ${name} disable trigger user`))
  return async () => {
    await runAll(tables.map(({ name }) => `alter table ${name} enable trigger user`))
    await runAll(
      keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    )
  }
}

/** Uses the queue's own function, because its tables differ between versions. */
async function addJobs(client: pg.Client, load: (target: string) => Promise<void>): Promise<void> {
  const columns = Object.entries(jobColumns).map(([name, type]) => `${name} ${type}`)
  await client.query(`create temporary table restored_jobs (${columns.join(', ')}) on commit drop`)
  await load('restored_jobs')
  const parameters = Object.keys(jobColumns).map((name) => `${name} => j.${name}`)
  await client.query(`select graphile_worker.add_job(${parameters.join(', ')}) from restored_jobs j`)
}
