import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/sql.ts'
import { hashFile } from '../../lib/files/hash-file.ts'
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
 * Writes a snapshot of the database, which may be in use, to files in `folder`. `readExtra` reads from the same
 * snapshot. Rows are read with `pg`: a large COPY of postgres.js can pause its socket for good at the end.
 */
export async function dumpDatabase<T>(
  { sql, databaseUrl }: Pick<Site, 'sql' | 'databaseUrl'>,
  folder: string,
  readExtra: (tx: Tx) => Promise<T>,
): Promise<{ dump: DatabaseDump; extra: T }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vireo-backup' })
  await client.connect()
  try {
    const snapshot = await beginSnapshot(client)
    const { migrations, contents, extra } = await sql.begin(
      'isolation level repeatable read read only',
      async (tx) => {
        await tx.unsafe(`set transaction snapshot '${snapshot}'`)
        await tx`set local statement_timeout = 0`
        const contents = []
        for (const table of await listTables(tx))
          contents.push({ ...table, isEmpty: !(await hasRows(tx, table.name)) })
        return { migrations: await listApplied(tx), contents, extra: await readExtra(tx) }
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
    // Last, because sequences are not part of the snapshot and must not be behind the rows.
    const sequences = [...(await listSequences(sql))]
    return { dump: { migrations, tables, sequences, jobs }, extra }
  } finally {
    await client.end()
  }
}

/** Returns the name of the snapshot, by which other transactions can use it. */
async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // Makes the text of values independent of the settings of the database.
  await client.query(`set local datestyle = 'ISO, YMD'`)
  await client.query(`set local timezone = 'UTC'`)
  await client.query(`set local bytea_output = 'hex'`)
  await client.query(`set local intervalstyle = 'postgres'`)
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  return rows[0]?.name ?? ''
}

async function writeRows(client: pg.Client, source: string, name: string, folder: string): Promise<RowsPart> {
  const copy = client.query(copyTo(`copy ${source} to stdout`))
  const path = join(folder, name)
  await pipeline(copy, createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }))
  // The row count arrives after the last row, and certainly before the result of another query.
  await client.query('select')
  const { size, sha256 } = await hashFile(path)
  return { name, bytes: size, sha256, rows: copy.rowCount }
}
