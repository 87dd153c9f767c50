import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { defineJob, type JobRun } from '../../../jobs/define-job.ts'
import { isOutage } from '../../../jobs/is-outage.ts'
import { isDiskFull } from '../../../lib/files/disk.ts'
import { openScratch } from '../../../lib/files/scratch.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { claimForExport, NoSpaceError } from '../../core/disk-space/disk-space.service.ts'
import { openFolders } from '../../core/files/files.service.ts'
import { storeFinishedFiles } from '../../core/files/store-finished-files.ts'
import { estimateArchive, writeArchive } from './archive/archive.service.ts'
import { deleteUnwanted, findPending } from './exports.queries.ts'
import { ExportCancelledError, failExport, finishExport, outOfSpace } from './outcome.service.ts'

/** The only file in the folder of an export. */
export const archiveName = 'data.zip'

const payload = t.object({ exportId: t.string() })

/** One at a time, so that mail always has a worker. */
export const makeExportJob = defineJob({
  name: 'exports:make',
  payload,
  maxAttempts: 3,
  timeoutSeconds: 3600,
  queue: 'exports',
  handler: (context: Context, { exportId }, run) => attempt(context, exportId, run),
})

/** May copy all files that a person has stored. */
export const makeExportWithFilesJob = defineJob({
  name: 'exports:make-with-files',
  payload,
  pool: 'heavy',
  maxAttempts: 3,
  timeoutSeconds: 12 * 3600,
  handler: (context: Context, { exportId }, run) => attempt(context, exportId, run),
})

async function attempt(context: Context, exportId: string, run: JobRun): Promise<void> {
  try {
    await make(context, exportId, run.signal)
  } catch (error) {
    if (error instanceof ExportCancelledError) return deleteUnwanted(context.sql, exportId)
    if (run.isStopping() || isOutage(error)) throw error
    const isFull = error instanceof NoSpaceError || isDiskFull(error)
    if (isFull) return failExport(context, exportId, outOfSpace)
    if (run.isLastAttempt) await failExport(context, exportId)
    throw error
  }
}

/** How often a job checks whether its export is still wanted. */
const checkEveryMs = 1000

/** Every attempt starts from the beginning: until the archive is stored, it exists in the scratch folder only. */
async function make(context: Context, exportId: string, signal: AbortSignal): Promise<void> {
  const { sql } = context
  const pending = await findPending(sql, exportId)
  if (!pending) throw new ExportCancelledError()
  let nextCheck = 0
  const assertNotCancelled = async () => {
    signal.throwIfAborted()
    if (performance.now() < nextCheck) return
    nextCheck = performance.now() + checkEveryMs
    if (!(await findPending(sql, exportId))) throw new ExportCancelledError()
  }
  const bytes = await estimateArchive(context, pending, assertNotCancelled)
  await using _claim = await claimForExport(context, exportId, bytes)
  await using temporary = await openScratch(context.config.scratchDir)
  const scratch = temporary.path
  const path = join(scratch, archiveName)
  await writeArchive(context, pending, { path, signal, assertNotCancelled })
  const { size } = await stat(path)
  const folder = `exports/${newToken()}`
  const file = { name: archiveName, contentType: 'application/zip' }
  await using folders = await openFolders(context, [folder])
  await storeFinishedFiles(context, folder, { files: [file], scratch, signal })
  await folders.commit((tx) => finishExport(context, tx, exportId, { folder, bytes: size }))
}
