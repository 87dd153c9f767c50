import type { Context } from '../../../context/context.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { enqueue, enqueueAll } from '../../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../../lib/clock.ts'
import { removeFolder } from './files.jobs.ts'
import { cancelJobs, runJobsNow } from './files.queries.ts'

export interface NewFile {
  /** Below the folder. */
  name: string
  bytes: Uint8Array
  contentType: string
}

/**
 * Stores files and then calls `commit` to write the rows that refer to them. A job that removes the files is queued
 * first and only cancelled in the transaction of `commit`, so that no failure leaves files behind.
 */
export async function storeFilesAndCommit<T>(
  context: Context,
  folder: string,
  files: NewFile[],
  commit: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { storage } = context
  const store = async () => {
    for (const file of files) await storage.putBytes(`${folder}/${file.name}`, file.bytes, file.contentType)
  }
  return storeFoldersAndCommit(context, [folder], store, commit)
}

/** Removes folders once the transaction is committed. */
export const removeFolders = (db: Db, folders: string[]): Promise<void> =>
  enqueueAll(
    db,
    removeFolder,
    folders.map((folder) => ({ folder })),
  )

/** Longer than it takes to store the largest file. */
const storeSeconds = 6 * 3600

/** The same for any files that `store` puts into these new folders. */
export async function storeFoldersAndCommit<T>(
  { sql }: Context,
  folders: string[],
  store: () => Promise<void>,
  commit: (tx: Tx) => Promise<T>,
): Promise<T> {
  // By the real clock, as the queue: samples are made with a clock that is set back, and would be removed at once.
  const runAt = secondsAfter(systemClock.now(), storeSeconds)
  for (const folder of folders) await enqueue(sql, removeFolder, { folder }, { key: folder, runAt })
  try {
    await store()
    return (await sql.begin(async (tx) => {
      if ((await cancelJobs(tx, folders)) < folders.length)
        throw new Error('Storing took so long that the files were removed again')
      return commit(tx)
    })) as T
  } catch (error) {
    // The files are not removed here: if the commit succeeded and only its answer was lost, there is no job any more.
    await runJobsNow(sql, folders).catch(() => {})
    throw error
  }
}
