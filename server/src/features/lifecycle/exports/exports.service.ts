import type { DataExport } from '@vireo/contract'
import type { AppContext, Context } from '../../../context/context.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { assertConfirmed, isConfirmed, type Viewer } from '../../../http/access/sessions.ts'
import type { FindFile } from '../../../http/files/media-files.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { conflict } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { findSessionDownload, signSessionDownload } from '../../core/files/download-link.ts'
import { removeExport, removeFolders } from '../../core/files/files.service.ts'
import { archiveName, makeExportJob, makeExportWithFilesJob } from './exports.jobs.ts'
import {
  deleteExpiredExports,
  deleteFinishedExport,
  type ExportRow,
  findExport,
  hasLiveExport,
  insertExport,
  jobKeyOf,
  listAbandoned,
} from './exports.queries.ts'
import { failExport } from './outcome.service.ts'

const requestsPerDay = 3
const tooManyRequests = `You can request your data ${requestsPerDay} times a day. Please try again tomorrow.`
/** Long enough to start a download. */
const linkSeconds = 5 * 60

/** Replaces a finished export, but not a pending one. Needs a confirmed session: it is all of a person's data. */
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
    await removeFolders(tx, await deleteFinishedExport(tx, userId))
    const row = await insertExport(tx, { id: newId(), userId, withFiles }, now)
    if (!row) throw conflict('export.pending', 'Your data is being prepared already')
    // Last, so that a refused request is not counted.
    await countAttempt(tx, { ...limit, message: () => tooManyRequests }, now)
    const job = withFiles ? makeExportWithFilesJob : makeExportJob
    await enqueue(tx, job, { exportId: row.id }, { key: jobKeyOf(row.id) })
    return toExport(row, null)
  })
}

/** With the address of the file if the session is confirmed, as for the request of an export. */
export async function getLatest(context: AppContext, viewer: Viewer): Promise<DataExport | null> {
  const now = context.clock.now()
  const row = await findExport(context.sql, viewer.id, now)
  if (!row) return null
  return toExport(row, isConfirmed(viewer, now) ? linkTo(context, viewer, row) : null)
}

const toExport = (row: ExportRow, url: string | null): DataExport => ({
  status: row.status,
  withFiles: row.with_files,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  size: row.bytes,
  failure: row.failure,
  url,
})

/** The address of the file for this session, which is never valid for longer than the export. */
function linkTo(context: AppContext, viewer: Viewer, { folder, expires_at, created_at }: ExportRow) {
  if (!folder || !expires_at) return null
  const secondsLeft = Math.floor((expires_at.getTime() - context.clock.now().getTime()) / 1000)
  const download = {
    key: `${folder}/${archiveName}`,
    name: `vireo-data-${created_at.toISOString().slice(0, 10)}.zip`,
  }
  if (secondsLeft <= 0) return null
  return signSessionDownload(context, download, viewer, Math.min(linkSeconds, secondsLeft))
}

export async function removeLatest({ sql }: Context, userId: string): Promise<void> {
  await sql.begin((tx) => removeExport(tx, userId))
}

/** Removes expired exports with their files, and fails those that no longer have a job. */
export async function sweepExports(context: Context): Promise<void> {
  const { sql, clock } = context
  await sql.begin(async (tx) => removeFolders(tx, await deleteExpiredExports(tx, clock.now())))
  for (const id of await listAbandoned(sql, clock.now())) await failExport(context, id)
}

/** Exports are only downloaded at an address that was signed for the session, and only until they expire. */
export function createExportAccess(context: AppContext): FindFile {
  const { sql, clock } = context
  return async (request) => {
    const download = await findSessionDownload(context, request)
    return download && (await hasLiveExport(sql, request.folder, clock.now())) ? download : undefined
  }
}
