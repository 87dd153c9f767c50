import type { Tx } from '../../../db/sql.ts'
import { deleteExpired, deleteExport, deleteFinished } from './export-files.queries.ts'
import { removeFolders } from './files.service.ts'

/** Removes a person's export and its file; a job that is making it notices and stops. */
export const removeExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteExport(tx, userId))

/** Removes a person's export unless it is pending. */
export const removeFinishedExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteFinished(tx, userId))

export const removeExpiredExports = async (tx: Tx, now: Date): Promise<void> =>
  removeFolders(tx, await deleteExpired(tx, now))
