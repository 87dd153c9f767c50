import type { DataExport } from '@vireo/contract'
import type { AppContext, Context } from '../../context.ts'
import type { Db, Sql } from '../../db/sql.ts'
import { consume } from '../../http/rate-limit.ts'
import { enqueue, enqueueAll } from '../../jobs/define-job.ts'
import { conflict } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { signDownload } from '../files/download-link.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { archiveName, makeExport, makeExportWithFiles } from './exports.jobs.ts'
import {
  deleteExpired,
  deleteExport,
  deleteFinished,
  type ExportRow,
  findExport,
  insertExport,
  jobKeyOf,
  listAbandoned,
} from './exports.queries.ts'
import { toExport } from './exports.view.ts'
import { failExport } from './outcome.service.ts'

const requestsPerDay = 3
const tooManyRequests = `You can request your data ${requestsPerDay} times a day. Please try again tomorrow.`
const linkSeconds = 3600

/** A finished export is replaced; a pending one stays. */
export async function requestExport(
  { sql, clock }: Context,
  userId: string,
  withFiles: boolean,
): Promise<DataExport> {
  const now = clock.now()
  const limit = { key: `export:${userId}`, max: requestsPerDay, windowSeconds: 24 * 3600 }
  return sql.begin(async (tx) => {
    await removeFolders(tx, await deleteFinished(tx, userId))
    const row = await insertExport(tx, { id: newId(), userId, withFiles }, now)
    if (!row) throw conflict('export.pending', 'Your data is being prepared already')
    // Last, so that a refused request is not counted.
    await consume(tx, { ...limit, message: () => tooManyRequests }, now)
    const job = withFiles ? makeExportWithFiles : makeExport
    await enqueue(tx, job, { exportId: row.id }, { key: jobKeyOf(row.id) })
    return toExport(row, null)
  })
}

export async function getLatest(context: AppContext, userId: string): Promise<DataExport | null> {
  const row = await findExport(context.sql, userId, context.clock.now())
  return row ? toExport(row, await linkTo(context, row)) : null
}

/** Signed for an hour, but never beyond the end of the export. */
async function linkTo(context: AppContext, { folder, expires_at, created_at }: ExportRow) {
  if (!folder || !expires_at) return null
  const secondsLeft = Math.floor((expires_at.getTime() - context.clock.now().getTime()) / 1000)
  const download = {
    key: `${folder}/${archiveName}`,
    name: `vireo-data-${created_at.toISOString().slice(0, 10)}.zip`,
    contentType: 'application/zip',
  }
  return secondsLeft > 0 ? signDownload(context, download, Math.min(linkSeconds, secondsLeft)) : null
}

/** A job that is making it notices and stops. */
export async function removeExport(sql: Sql, userId: string): Promise<void> {
  await sql.begin(async (tx) => removeFolders(tx, await deleteExport(tx, userId)))
}

/** Removes expired exports with their files, and fails those that no job works on any more. */
export async function sweepExports(context: Context): Promise<void> {
  const { sql, clock } = context
  await sql.begin(async (tx) => removeFolders(tx, await deleteExpired(tx, clock.now())))
  for (const id of await listAbandoned(sql, clock.now())) await failExport(context, id)
}

const removeFolders = (db: Db, folders: string[]) =>
  enqueueAll(
    db,
    removeFolder,
    folders.map((folder) => ({ folder })),
  )
