import type { Context } from '../../../../context/context.ts'
import type { Db, Tx } from '../../../../db/sql.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { removeFolderJob } from '../../../core/files/files.jobs.ts'
import { type NewFile, storeFilesAndCommit } from '../../../core/files/files.service.ts'
import { type FinishedFiles, storeFinishedFiles } from '../../../core/files/store-finished-files.ts'
import { findVideo, lockOwnVideo, lockVideo, type VideoRow } from '../videos.queries.ts'

/**
 * Stores the files of a step of processing in `dir` below the video's folder, and then calls `commit` with the row
 * locked. If the video was moved to another folder meanwhile, the files are removed from the old one and stored in the
 * new one. If the video was deleted, they are removed and `commit` is not called.
 */
export async function publishToVideo(
  context: Context,
  videoId: string,
  { dir, ...files }: FinishedFiles & { dir: string },
  commit: (tx: Tx, video: VideoRow) => Promise<void>,
): Promise<void> {
  const { sql } = context
  for (;;) {
    const folder = await findFolder(sql, videoId)
    if (!folder) return
    try {
      await storeFinishedFiles(context, `${folder}/${dir}`, files)
      const isCommitted = await sql.begin(async (tx) => {
        const video = await lockVideo(tx, videoId)
        if (video?.folder !== folder) return false
        await commit(tx, video)
        return true
      })
      if (isCommitted) return
    } catch (error) {
      if ((await findFolder(sql, videoId)) === folder) throw error
    }
    await enqueue(sql, removeFolderJob, { folder })
  }
}

const findFolder = async (db: Db, videoId: string) => (await findVideo(db, videoId))?.folder

/**
 * Stores files of the owner in a new folder below the video's, and then calls `commit` with the row locked. Begins
 * again if the video was moved to another folder meanwhile.
 */
export async function publishToOwnVideo(
  context: Context,
  { videoId, ownerId, dir }: { videoId: string; ownerId: string; dir: string },
  files: NewFile[],
  commit: (tx: Tx, video: VideoRow) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { folder } = await lockOwnVideo(context.sql, videoId, ownerId)
    const newFolder = `${folder}/${dir}`
    const isCommitted = await storeFilesAndCommit(context, newFolder, files, async (tx) => {
      const video = await lockOwnVideo(tx, videoId, ownerId)
      if (video.folder === folder) {
        await commit(tx, video)
        return true
      }
      await enqueue(tx, removeFolderJob, { folder: newFolder })
      return false
    })
    if (isCommitted) return
  }
}
