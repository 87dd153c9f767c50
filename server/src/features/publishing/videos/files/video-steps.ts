import type { Context } from '../../../../context/context.ts'
import { enqueueAll } from '../../../../jobs/define-job.ts'
import { removeFolderJob } from '../../../core/files/files.jobs.ts'
import { findVideo, type VideoRow } from '../videos.queries.ts'
import { sourceFolder } from './stored-files.ts'

const checkEveryMs = 1000

/**
 * Runs a step of processing. If the video is deleted meanwhile, the step is aborted, its failure is ignored, and the
 * files that it has published are removed.
 */
export async function runUnlessDeleted(
  context: Context,
  { id, folder, source_key }: VideoRow,
  signal: AbortSignal,
  step: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { sql } = context
  const deleted = new AbortController()
  const abortIfDeleted = async () => {
    if (!(await findVideo(sql, id))) deleted.abort(new Error('The video was deleted'))
  }
  // A failed check is repeated a second later.
  const timer = setInterval(() => abortIfDeleted().catch(() => {}), checkEveryMs)
  const [outcome] = await Promise.allSettled([step(AbortSignal.any([signal, deleted.signal]))])
  clearInterval(timer)
  if (!(await findVideo(sql, id)))
    await enqueueAll(sql, removeFolderJob, [{ folder }, { folder: sourceFolder(source_key) }])
  else if (outcome.status === 'rejected') throw outcome.reason
}

/** Runs a step that reads the video's files, and repeats it when they were moved while it ran. */
export async function withVideoFiles(
  context: Context,
  videoId: string,
  signal: AbortSignal,
  step: (video: VideoRow, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (;;) {
    const video = await findVideo(context.sql, videoId)
    if (!video) return
    try {
      return await runUnlessDeleted(context, video, signal, (stepSignal) => step(video, stepSignal))
    } catch (error) {
      if ((await findVideo(context.sql, videoId))?.folder === video.folder) throw error
    }
  }
}
