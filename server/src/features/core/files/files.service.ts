import type { Context } from '../../../context/context.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { cancelJobs, enqueue, enqueueAll, runJobsNow } from '../../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../../lib/clock.ts'
import { deleteExport } from './export-files.queries.ts'
import { removeFolderJob } from './files.jobs.ts'

export interface NewFile {
  /** Relative to the folder. */
  name: string
  bytes: Uint8Array
  contentType: string
}

/** New folders in the storage. Unless `commit` succeeds, they are removed when this is disposed of. */
interface NewFolders extends AsyncDisposable {
  /** Runs the transaction that writes the rows that refer to the folders. */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T>
}

/** Longer than it takes to store the largest file. */
const storeSeconds = 6 * 3600

/**
 * Call this before anything is stored in the folders: it queues a job that removes them, which only the transaction of
 * `commit` cancels, so that no failure leaves files behind.
 */
export async function openFolders({ sql }: Context, folders: string[]): Promise<NewFolders> {
  // By the real clock, like the queue: samples use a clock that is set back, and would be removed at once.
  const runAt = secondsAfter(systemClock.now(), storeSeconds)
  for (const folder of folders) await enqueue(sql, removeFolderJob, { folder }, { key: folder, runAt })
  let isCommitted = false
  return {
    async commit<T>(write: (tx: Tx) => Promise<T>) {
      const written = await sql.begin(async (tx) => {
        if ((await cancelJobs(tx, folders)) < folders.length)
          throw new Error('Storing took so long that the files were removed again')
        return write(tx)
      })
      isCommitted = true
      return written as T
    },
    async [Symbol.asyncDispose]() {
      // The job removes the files. If the commit succeeded and only its response was lost, the job no longer exists.
      if (!isCommitted) await runJobsNow(sql, folders).catch(() => {})
    },
  }
}

export async function storeFiles({ storage }: Context, folder: string, files: NewFile[]): Promise<void> {
  for (const { name, bytes, contentType } of files)
    await storage.putBytes(`${folder}/${name}`, bytes, contentType)
}

/** Stores files in a new folder, and writes the rows that refer to them in the transaction of `commit`. */
export async function storeFilesAndCommit<T>(
  context: Context,
  folder: string,
  files: NewFile[],
  commit: (tx: Tx) => Promise<T>,
): Promise<T> {
  await using folders = await openFolders(context, [folder])
  await storeFiles(context, folder, files)
  return await folders.commit(commit)
}

/** Removes folders once the transaction is committed. */
export const removeFolders = (db: Db, folders: string[]): Promise<void> =>
  enqueueAll(
    db,
    removeFolderJob,
    folders.map((folder) => ({ folder })),
  )

/** Removes a person's export and its file; a job that is making it notices and stops. */
export const removeExport = async (tx: Tx, userId: string): Promise<void> =>
  removeFolders(tx, await deleteExport(tx, userId))
