import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Sql, Tx } from '../db/sql.ts'
import {
  copyTarget,
  hasRows,
  listApplied,
  listSequences,
  listTables,
  selectJobs,
} from './database.queries.ts'
import { hashFile } from './hash-file.ts'
import type { DatabaseDump, RowsPart } from './manifest.ts'

/**
 * Writes everything that the database holds at one moment to files in `folder`, while others write to it. `also` reads
 * more of the same moment.
 */
export async function dumpDatabase<T>(
  sql: Sql,
  folder: string,
  also: (tx: Tx) => Promise<T>,
): Promise<{ dump: DatabaseDump; also: T }> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx`set local idle_in_transaction_session_timeout = 0`
    // The text of values does not depend on the settings of the database.
    await tx`set local datestyle = 'ISO, YMD'`
    await tx`set local timezone = 'UTC'`
    await tx`set local bytea_output = 'hex'`
    await tx`set local intervalstyle = 'postgres'`
    const migrations = await listApplied(tx)
    const read = await also(tx)
    const tables: DatabaseDump['tables'] = []
    for (const table of await listTables(tx)) {
      const name = `table-${table.name}.copy.gz`
      const part = (await hasRows(tx, table.name))
        ? await writeRows(tx, copyTarget(table), name, folder)
        : { name, bytes: 0, sha256: '', rows: 0 }
      tables.push({ table: table.name, columns: table.columns, ...part })
    }
    const jobs = await writeRows(tx, `(${selectJobs})`, 'jobs.copy.gz', folder)
    // Last, because a sequence is not part of the moment: it must not be behind the rows.
    const sequences = [...(await listSequences(tx))]
    return { dump: { migrations, tables, sequences, jobs }, also: read }
  })
}

async function writeRows(tx: Tx, what: string, name: string, folder: string): Promise<RowsPart> {
  const rows: Readable = await tx.unsafe(`copy ${what} to stdout`).readable()
  const counter = new LineCounter()
  const path = join(folder, name)
  await pipeline(rows, counter, createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }))
  const { size, sha256 } = await hashFile(path)
  return { name, bytes: size, sha256, rows: counter.lines }
}

/** COPY writes a line for each row; line breaks in values are escaped. */
class LineCounter extends Transform {
  lines = 0

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.lines++
    done(null, chunk)
  }
}
