import type { DataExport } from '@vireo/contract'
import type { AppContext, Context } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
import { assertConfirmed, type Viewer } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { conflict } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import {
  removeExpiredExports,
  removeExport,
  removeFinishedExport,
} from '../export-removal/export-removal.service.ts'
import { signDownload } from '../files/download-link.ts'
import { archiveName, makeExport, makeExportWithFiles } from './exports.jobs.ts'
import { type ExportRow, findExport, insertExport, jobKeyOf, listAbandoned } from './exports.queries.ts'
import { toExport } from './exports.view.ts'
import { failExport } from './outcome.service.ts'

const requestsPerDay = 3
const tooManyRequests = `You can request your data ${requestsPerDay} times a day. Please try again tomorrow.`
/**
 * Enough to start a download. Where the storage itself serves the file, an address that it has signed works until then,
 * unless the file is gone: nothing else is asked.
 */
const linkSeconds = 5 * 60

/** A finished export is replaced; a pending one stays. Everything about a person in one file takes a confirmed session. */
export async function requestExport(
  { sql, clock }: Context,
  viewer: Viewer,
  withFiles: boolean,
): Promise<DataExport> {
  const now = clock.now()
  assertConfirmed(viewer, now)
  const userId = viewer.id
  const limit = { key: `export:${userId}`, max: requestsPerDay, windowSeconds: 24 * 3600 }
  return sql.begin(async (tx) => {
    await removeFinishedExport(tx, userId)
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

/** Never valid beyond the end of the export. */
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

export async function removeLatest({ sql }: Context, userId: string): Promise<void> {
  await sql.begin((tx) => removeExport(tx, userId))
}

/** Removes expired exports with their files, and fails those that no job works on any more. */
export async function sweepExports(context: Context): Promise<void> {
  const { sql, clock } = context
  await sql.begin((tx) => removeExpiredExports(tx, clock.now()))
  for (const id of await listAbandoned(sql, clock.now())) await failExport(context, id)
}
