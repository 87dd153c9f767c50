import type { Tx } from '../../db/sql.ts'
import { removeFolders } from '../files/files.service.ts'
import { deleteExpired, deleteExport, deleteFinished } from './export-removal.queries.ts'

/**
 * Removes a person's export and its file; a job that is making it notices and stops. This is a feature of its own
 * because accounts and the purge remove exports too, and the other code of exports depends on accounts.
 */
export const removeExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteExport(tx, userId))

/** The same, but keeps a pending export. */
export const removeFinishedExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteFinished(tx, userId))

export const removeExpiredExports = async (tx: Tx, now: Date): Promise<void> =>
  removeFolders(tx, await deleteExpired(tx, now))
