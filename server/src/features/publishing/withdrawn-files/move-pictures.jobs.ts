import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { defineJob, enqueue, enqueueAll } from '../../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../../lib/clock.ts'
import { removeFolderJob } from '../../core/files/files.jobs.ts'
import { movedFolderOf } from '../../core/files/moved-folder.ts'
import { copyFiles } from '../videos/files/moves/copy-files.ts'
import { isPictureFolder, lockMove, replacePictureFolder } from './withdrawn-files.queries.ts'

/** Again later, because a storage may list files late. */
const clearAfterSeconds = [0, 600, 3 * 24 * 3600]

/** Moves the pictures of a hidden account or a removed tweet to a folder with a secret name (decision 23). */
export const movePicturesJob = defineJob({
  name: 'withdrawn-files:move-pictures',
  payload: t.object({ from: t.string() }),
  maxAttempts: 25,
  timeoutSeconds: 300,
  handler: async ({ sql, storage }: Context, { from }, { signal }) => {
    const to = await movedFolderOf(sql, from)
    const isMoved = await sql.begin(async (tx) => {
      // Otherwise a second move, after another suspension, could use copies that this one is just removing.
      await lockMove(tx, from)
      await copyFiles(storage, from, to, new Set(), signal)
      if (!(await replacePictureFolder(tx, from, to))) {
        // Shown again, deleted or replaced, unless an earlier run was killed after the move.
        if (!(await isPictureFolder(tx, to))) await storage.removeFolder(to)
        return false
      }
      for (const seconds of clearAfterSeconds) {
        const runAt = secondsAfter(systemClock.now(), seconds)
        await enqueue(tx, removeFolderJob, { folder: from }, { runAt })
      }
      return true
    })
    if (isMoved) await storage.removeFolder(from)
  },
})

/** Call it in the transaction that hides what the pictures in these folders belong to. */
export async function requestPictureMoves(tx: Tx, folders: string[]): Promise<void> {
  await enqueueAll(
    tx,
    movePicturesJob,
    folders.map((from) => ({ from })),
  )
}
