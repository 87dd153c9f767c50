import type { Context } from '../context/context.ts'
import { waitLonger } from '../db/limit-waiting.ts'
import { notifyOwnersTimer } from '../features/community/likes/notify-owners.service.ts'
import { removeFolder } from '../features/core/files/files.jobs.ts'
import { addStems } from '../features/discovery/search/search.jobs.ts'
import { sendDigest, startDigests } from '../features/inbox/notifications/digest/digest.jobs.ts'
import { sendPush, startNewsPush } from '../features/inbox/notifications/push/push.jobs.ts'
import { makeExport, makeExportWithFiles } from '../features/lifecycle/exports/exports.jobs.ts'
import { sweepExpired } from '../features/lifecycle/housekeeping/housekeeping.jobs.ts'
import { purgeDeleted } from '../features/lifecycle/purge/purge.jobs.ts'
import { sendCode, sendNotice } from '../features/people/accounts/accounts.jobs.ts'
import { fetchAvatar } from '../features/people/providers/providers.jobs.ts'
import { makeDownloadJob } from '../features/publishing/videos/files/download.jobs.ts'
import { clearOldFolder } from '../features/publishing/videos/files/moves/clear-old-folder.jobs.ts'
import { moveFiles, removeSubfolder } from '../features/publishing/videos/files/moves/move-files.jobs.ts'
import { estimatesTimer } from '../features/publishing/videos/processing/estimates/estimates.service.ts'
import {
  joinLadderJob,
  makeLadderJob,
  makeLadderPartJob,
  makeStoryboardJob,
} from '../features/publishing/videos/processing/ladder/ladder.jobs.ts'
import {
  makeCaptionsJob,
  makeExtrasJob,
  makePlayableJob,
} from '../features/publishing/videos/processing/processing.jobs.ts'
import { rollUpTimer } from '../features/publishing/videos/statistics/statistics.service.ts'
import { sweepUploads } from '../features/publishing/videos/uploads/uploads.jobs.ts'
import { measureStorage } from '../features/staff/site-storage/site-storage.jobs.ts'
import type { Job, Pool } from '../jobs/define-job.ts'
import type { RunningWorker } from '../jobs/keep-running.ts'
import { startWorker } from '../jobs/run-worker.ts'
import { startTimers, type Timer } from '../jobs/timers.ts'

export const jobs: Job<Context>[] = [
  addStems,
  clearOldFolder,
  fetchAvatar,
  joinLadderJob,
  makeDownloadJob,
  makeCaptionsJob,
  makeExport,
  makeExportWithFiles,
  makeExtrasJob,
  makeLadderJob,
  makeLadderPartJob,
  makePlayableJob,
  makeStoryboardJob,
  measureStorage,
  moveFiles,
  purgeDeleted,
  removeFolder,
  removeSubfolder,
  sendCode,
  sendDigest,
  sendNotice,
  sendPush,
  startDigests,
  startNewsPush,
  sweepExpired,
  sweepUploads,
]

export const timers: Timer<Context>[] = [estimatesTimer, notifyOwnersTimer, rollUpTimer]

/** The pool of workers that runs the jobs of this name. */
export const poolOf = (name: string): Pool => jobs.find((job) => job.name === name)?.pool ?? 'light'

/** Jobs may wait longer than requests, because a job that fails would only be tried again and wait again. */
const waitForConnectionMs = 60_000

export async function runWorker(base: Context): Promise<RunningWorker> {
  const context = { ...base, sql: waitLonger(base.sql, waitForConnectionMs) }
  const { databaseUrl, sql, log, config, metrics } = context
  const { workerConcurrency } = config
  const concurrency = { light: 2, push: 2, playable: workerConcurrency, heavy: workerConcurrency }
  const onJobEnd = (task: string, outcome: string, seconds: number) =>
    metrics.jobs.observe({ task, outcome }, seconds)
  const worker = await startWorker({ context, jobs, databaseUrl, sql, log, concurrency, onJobEnd })
  const repeated = startTimers(timers, context)
  return {
    stop: async () => {
      await worker.stop()
      await repeated.stop()
    },
  }
}
