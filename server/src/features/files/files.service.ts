import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/sql.ts'
import { enqueue, enqueueAll } from '../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../lib/clock.ts'
import { removeFolder } from './files.jobs.ts'

interface NewFile {
  /** Below the folder. */
  name: string
  bytes: Uint8Array
  contentType: string
}

/**
 * Stores files and then lets `commit` write the rows that name them. Whatever goes wrong, the files do not
 * stay: a job waits to take them away, which only the commit itself calls off.
 */
export async function storeWith<T>(
  context: Context,
  folder: string,
  files: NewFile[],
  commit: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { storage } = context
  const store = async () => {
    for (const file of files) await storage.putBytes(`${folder}/${file.name}`, file.bytes, file.contentType)
  }
  return storeFolders(context, [folder], store, commit)
}

/** Once the transaction is committed that made them useless. */
export const removeFolders = (db: Db, folders: string[]): Promise<void> =>
  enqueueAll(
    db,
    removeFolder,
    folders.map((folder) => ({ folder })),
  )

/** Longer than it takes to store the largest file. */
const storeSeconds = 6 * 3600

/** The same for files that `store` puts into new folders. */
export async function storeFolders<T>(
  { sql }: Context,
  folders: string[],
  store: () => Promise<void>,
  commit: (tx: Tx) => Promise<T>,
): Promise<T> {
  // By the queue's own time: samples are made with a clock that is set back, and would be removed at once.
  const runAt = secondsAfter(systemClock.now(), storeSeconds)
  for (const folder of folders) await enqueue(sql, removeFolder, { folder }, { key: folder, runAt })
  try {
    await store()
    return (await sql.begin(async (tx) => {
      const cancelled = await tx`
        select from unnest(${folders}::text[]) as folder, graphile_worker.remove_job(folder) as job
        where job.id is not null`
      if (cancelled.length < folders.length)
        throw new Error('Storing took so long that the files were removed again')
      return commit(tx)
    })) as T
  } catch (error) {
    // Not removed here: had the commit gone through and only its answer been lost, there is no job any more.
    await sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker.jobs where key = any(${folders})`.catch(() => {})
    throw error
  }
}
