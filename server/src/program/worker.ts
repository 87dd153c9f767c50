import type { Context } from '../context/context.ts'
import { waitLonger } from '../db/pool.ts'
import { applySilenceJob, tellRemovedJob } from '../features/community/comments/creator/creator.jobs.ts'
import { notifyOwnersTimer } from '../features/community/likes/notify-owners.service.ts'
import { removeFolderJob } from '../features/core/files/files.jobs.ts'
import { addStemsJob } from '../features/discovery/search/search.jobs.ts'
import { sendDigestJob, startDigestsJob } from '../features/inbox/notifications/digest/digest.jobs.ts'
import { sendPushJob, startNewsPushJob } from '../features/inbox/notifications/push/push.jobs.ts'
import { makeExportJob, makeExportWithFilesJob } from '../features/lifecycle/exports/exports.jobs.ts'
import { sweepExpiredJob } from '../features/lifecycle/housekeeping/housekeeping.jobs.ts'
import { purgeDeletedJob } from '../features/lifecycle/purge/purge.jobs.ts'
import { sendCodeJob, sendNewEmailJob, sendNoticeJob } from '../features/people/accounts/accounts.jobs.ts'
import { fetchAvatarJob } from '../features/people/providers/providers.jobs.ts'
import { makeDownloadJob } from '../features/publishing/videos/files/download.jobs.ts'
import { clearOldFolderJob } from '../features/publishing/videos/files/moves/clear-old-folder.jobs.ts'
import {
  moveFilesJob,
  removeSubfolderJob,
} from '../features/publishing/videos/files/moves/move-files.jobs.ts'
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
import { finishDeletionsJob } from '../features/publishing/videos/removal/finish-deletions.jobs.ts'
import { rollUpTimer } from '../features/publishing/videos/statistics/statistics.service.ts'
import { publishSubmittedJob } from '../features/publishing/videos/uploads/drafts/upload-drafts.jobs.ts'
import { sweepUploadsJob } from '../features/publishing/videos/uploads/uploads.jobs.ts'
import { movePicturesJob } from '../features/publishing/withdrawn-files/move-pictures.jobs.ts'
import {
  withdrawAccountJob,
  withdrawHiddenAccountsJob,
} from '../features/publishing/withdrawn-files/withdraw-account.jobs.ts'
import { measureStorageJob } from '../features/staff/site-storage/site-storage.jobs.ts'
import type { Job, Pool } from '../jobs/define-job.ts'
import type { RunningWorker } from '../jobs/keep-running.ts'
import { startWorker } from '../jobs/run-worker.ts'
import { startTimers, type Timer } from '../jobs/timers.ts'

export const jobs: Job<Context>[] = [
  addStemsJob,
  applySilenceJob,
  clearOldFolderJob,
  fetchAvatarJob,
  finishDeletionsJob,
  joinLadderJob,
  makeDownloadJob,
  makeCaptionsJob,
  makeExportJob,
  makeExportWithFilesJob,
  makeExtrasJob,
  makeLadderJob,
  makeLadderPartJob,
  makePlayableJob,
  makeStoryboardJob,
  measureStorageJob,
  moveFilesJob,
  movePicturesJob,
  publishSubmittedJob,
  purgeDeletedJob,
  removeFolderJob,
  removeSubfolderJob,
  sendCodeJob,
  sendNewEmailJob,
  sendDigestJob,
  sendNoticeJob,
  sendPushJob,
  startDigestsJob,
  startNewsPushJob,
  sweepExpiredJob,
  sweepUploadsJob,
  tellRemovedJob,
  withdrawAccountJob,
  withdrawHiddenAccountsJob,
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
