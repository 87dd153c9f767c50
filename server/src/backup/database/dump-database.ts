import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/sql.ts'
import { hashFile } from '../hash-file.ts'
import type { DatabaseDump, RowsPart } from '../manifest.ts'
import type { Site } from '../site.ts'
import {
  copyTarget,
  hasRows,
  listApplied,
  listSequences,
  listTables,
  selectJobs,
} from './database.queries.ts'

/**
 * Writes everything that the database holds at one moment to files in `folder`, while others write to it. `also` reads
 * more of the same moment. The rows come by `pg`: a large COPY of postgres.js can pause its socket for good at the end.
 */
export async function dumpDatabase<T>(
  { sql, databaseUrl }: Pick<Site, 'sql' | 'databaseUrl'>,
  folder: string,
  also: (tx: Tx) => Promise<T>,
): Promise<{ dump: DatabaseDump; also: T }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vireo-backup' })
  await client.connect()
  try {
    const snapshot = await beginSnapshot(client)
    const { migrations, contents, read } = await sql.begin(
      'isolation level repeatable read read only',
      async (tx) => {
        await tx.unsafe(`set transaction snapshot '${snapshot}'`)
        await tx`set local statement_timeout = 0`
        const contents = []
        for (const table of await listTables(tx))
          contents.push({ ...table, isEmpty: !(await hasRows(tx, table.name)) })
        return { migrations: await listApplied(tx), contents, read: await also(tx) }
      },
    )
    const tables: DatabaseDump['tables'] = []
    for (const { isEmpty, ...table } of contents) {
      const name = `table-${table.name}.copy.gz`
      const part = isEmpty
        ? { name, bytes: 0, sha256: '', rows: 0 }
        : await writeRows(client, copyTarget(table), name, folder)
      tables.push({ table: table.name, columns: table.columns, ...part })
    }
    const jobs = await writeRows(client, `(${selectJobs})`, 'jobs.copy.gz', folder)
    // Last, because a sequence is not part of the moment: it must not be behind the rows.
    const sequences = [...(await listSequences(sql))]
    return { dump: { migrations, tables, sequences, jobs }, also: read }
  } finally {
    await client.end()
  }
}

/** Returns the name by which another transaction sees the same. */
async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // The text of values does not depend on the settings of the database.
  await client.query(`set local datestyle = 'ISO, YMD'`)
  await client.query(`set local timezone = 'UTC'`)
  await client.query(`set local bytea_output = 'hex'`)
  await client.query(`set local intervalstyle = 'postgres'`)
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  return rows[0]?.name ?? ''
}

async function writeRows(client: pg.Client, what: string, name: string, folder: string): Promise<RowsPart> {
  const copy = client.query(copyTo(`copy ${what} to stdout`))
  const path = join(folder, name)
  await pipeline(copy, createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }))
  // The number of rows arrives after the last of them, and certainly before the answer to another query.
  await client.query('select')
  const { size, sha256 } = await hashFile(path)
  return { name, bytes: size, sha256, rows: copy.rowCount }
}
