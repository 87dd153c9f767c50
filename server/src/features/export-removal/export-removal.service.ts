import type { Tx } from '../../db/sql.ts'
import { removeFolders } from '../files/files.service.ts'
import { deleteExpired, deleteExport, deleteFinished } from './export-removal.queries.ts'

/**
 * A person's export goes with its file; a job that is making it notices and stops. Apart from the rest of the exports,
 * which need the accounts: a new password and the purge remove them too.
 */
export const removeExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteExport(tx, userId))

/** Leaves a pending one. */
export const removeFinishedExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteFinished(tx, userId))

export const removeExpiredExports = async (tx: Tx, now: Date): Promise<void> =>
  removeFolders(tx, await deleteExpired(tx, now))
