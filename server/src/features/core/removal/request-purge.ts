import { t } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { enqueue } from '../../../jobs/define-job.ts'

/** The job that removes rows marked as deleted, without its handler, which needs the features that mark rows. */
export const purgeDeletedJobEntry = {
  name: 'purge:deleted',
  payload: t.object({}),
  maxAttempts: 25,
  queue: 'purge',
}

/** Call it with every change that marks a row as deleted. */
export const requestPurge = (db: Db): Promise<void> => enqueue(db, purgeDeletedJobEntry, {}, { key: 'purge' })
