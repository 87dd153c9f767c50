import { t } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import type { Db } from '../../../../../db/sql.ts'
import { defineJob, enqueue } from '../../../../../jobs/define-job.ts'
import { newToken } from '../../../../../lib/security/tokens.ts'
import { findVideo, type VideoRow } from '../../videos.queries.ts'
import { moveVideoFiles } from './move-files.service.ts'

/**
 * Moves the files of a video that was made private, or whose owner is hidden, to a folder with a secret name, because a
 * bucket, a CDN or an address that was signed earlier would still serve them.
 */
export const moveFilesJob = defineJob({
  name: 'videos:move-files',
  payload: t.object({ videoId: t.string(), from: t.string(), to: t.string() }),
  maxAttempts: 100,
  timeoutSeconds: 3600,
  handler: (context: Context, move, { signal }) => moveVideoFiles(context, move, signal),
})

/** Call it in the transaction that makes the video private, or in one that knows that its owner is hidden. */
export async function requestMove(tx: Db, { id, folder }: Pick<VideoRow, 'id' | 'folder'>): Promise<void> {
  await enqueue(tx, moveFilesJob, { videoId: id, from: folder, to: `videos/${newToken()}` })
}

/** Removes a subfolder of the video's folder, or one file in it, wherever that folder is when the job runs. */
export const removeSubfolderJob = defineJob({
  name: 'videos:remove-subfolder',
  payload: t.object({ videoId: t.string(), name: t.string() }),
  maxAttempts: 25,
  timeoutSeconds: 300,
  handler: async ({ sql, storage }: Context, { videoId, name }) => {
    let folder: string | undefined
    for (;;) {
      const video = await findVideo(sql, videoId)
      if (!video || video.folder === folder) return
      folder = video.folder
      await storage.removeFolder(`${folder}/${name}`)
      await storage.remove(`${folder}/${name}`)
    }
  },
})
