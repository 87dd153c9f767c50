import type { Context } from './context.ts'
import { sendCode, sendNotice } from './features/accounts/accounts.jobs.ts'
import { removeFolder } from './features/files/files.jobs.ts'
import { sweepExpired } from './features/housekeeping/housekeeping.jobs.ts'
import type { Job } from './jobs/define-job.ts'
import { type RunningWorker, startWorker } from './jobs/run-worker.ts'

/** Every job of the product. */
export const jobs: Job<Context>[] = [sendCode, sendNotice, removeFolder, sweepExpired]

export function runWorker(context: Context): Promise<RunningWorker> {
  const { databaseUrl, sql, log, config } = context
  // Mail must not wait behind a long transcode, so there is always one hand more than may do heavy work.
  return startWorker({ context, jobs, databaseUrl, sql, log, concurrency: config.workerConcurrency + 1 })
}
