import type { Context } from '../../../../context/context.ts'
import { removeFolders } from '../../../core/files/files.service.ts'
import { requestPurge } from '../../../core/removal/request-purge.ts'
import { detachDeletedVideos } from './undo-deletion.queries.ts'

/** Hands all videos whose deletion is final to the purge, and removes their files. */
export async function finishDeletions({ sql, clock }: Context): Promise<void> {
  for (let isDone = false; !isDone; )
    isDone = await sql.begin(async (tx) => {
      const folders = await detachDeletedVideos(tx, clock.now())
      if (folders.length === 0) return true
      await removeFolders(tx, folders)
      await requestPurge(tx)
      return false
    })
}
