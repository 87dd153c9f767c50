import type { Context } from '../../../../../context/context.ts'
import type { JobRun } from '../../../../../jobs/define-job.ts'
import { openScratch } from '../../../../../lib/files/scratch.ts'
import { joinParts } from '../../../../../media/encode/make-parts.ts'
import { claimForWork } from '../../../../core/disk-space/disk-space.service.ts'
import { localCopy } from '../../files/stored-files.ts'
import { findSourceInfo } from '../../videos.queries.ts'
import { processVideo } from '../processing-steps.ts'
import { hasLadder, publishLadder } from './ladder.service.ts'
import { areStored, listParts } from './ladder-parts.queries.ts'
import { fallBackToOnePass } from './ladder-parts.service.ts'
import type { PartsWithFolder } from './ladder-queue.ts'

/** Joins the parts to streams, which replace the video's earlier ones. */
export function joinLadder(
  context: Context,
  { videoId, run, folder }: PartsWithFolder,
  jobRun: JobRun,
): Promise<void> {
  const { sql, storage } = context
  return processVideo(context, videoId, jobRun, async (video, signal) => {
    const parts = await listParts(sql, { videoId, run })
    const info = await findSourceInfo(sql, videoId)
    if (hasLadder(video, run) || !info || !areStored(parts)) return
    // The pictures of one size exist twice for a moment.
    const bytes = 2 * parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0)
    await using _claim = await claimForWork(context, { id: `ladder:${videoId}`, videoId, bytes })
    try {
      await using temporary = await openScratch(context.config.scratchDir)
      const scratch = temporary.path
      const startedAt = performance.now()
      const find = (number: number, file: string) =>
        localCopy(storage, `${folder}/${number}/${file}`, scratch)
      const count = parts.filter(({ number }) => number > 0).length
      const made = await joinParts(info, scratch, { count, find }, { signal })
      const encoding = parts.reduce((sum, part) => sum + (part.seconds ?? 0), 0)
      const seconds = encoding + (performance.now() - startedAt) / 1000
      const work = { info, scratch, signal }
      await publishLadder(context, video, work, { run, made, seconds }, jobRun.priority)
    } catch (error) {
      await fallBackToOnePass(context, { videoId, run }, jobRun.priority, error)
    }
  })
}
