import type { JobsReport } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { type Pool, pools } from '../../../jobs/define-job.ts'
import { notFound } from '../../../lib/app-error.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import { isProcessingJob } from '../../publishing/videos/processing/processing.queries.ts'
import { retryUnfinishedVideo } from '../../publishing/videos/videos.service.ts'
import {
  countJobs,
  deleteJob,
  findFailedJob,
  listFailedJobs,
  lockFailedJob,
  restartJob,
} from './failed-jobs.queries.ts'

const listedFailures = 50

/** The pool of workers that runs the jobs of a name. */
export type PoolOf = (name: string) => Pool

export async function buildJobsReport({ sql }: Context, poolOf: PoolOf): Promise<JobsReport> {
  const [counts, failed] = await Promise.all([countJobs(sql), listFailedJobs(sql, listedFailures)])
  const sum = (rows: typeof counts, field: 'waiting' | 'running' | 'scheduled' | 'failed') =>
    rows.reduce((total, row) => total + row[field], 0)
  return {
    pools: pools.map((pool) => {
      const rows = counts.filter(({ name }) => poolOf(name) === pool)
      const oldest = rows.flatMap((row) => row.oldest?.getTime() ?? [])
      return {
        pool,
        waiting: sum(rows, 'waiting'),
        running: sum(rows, 'running'),
        scheduled: sum(rows, 'scheduled'),
        oldest: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
      }
    }),
    failedCount: sum(counts, 'failed'),
    failed: failed.map((row) => ({
      _id: row.id,
      name: row.name,
      message: row.message,
      attempts: row.attempts,
      failedAt: row.failed_at.toISOString(),
      video: row.video_id ? { _id: row.video_id, title: row.video_title ?? '' } : null,
    })),
  }
}

/** Adds a failed job to the queue again. A video whose processing failed is processed again from the start. */
export function retryJob({ sql, clock }: Context, id: string, admin: Viewer): Promise<void> {
  return sql.begin(async (tx) => {
    const { name, videoId } = await getFailedJob(tx, id, findFailedJob)
    // Locks the video and then deletes its failed jobs, as when its owner tries again: the other order could deadlock.
    if (videoId && isProcessingJob(name)) await retryUnfinishedVideo(tx, videoId, clock.now())
    else {
      await getFailedJob(tx, id)
      await restartJob(tx, id)
    }
    await recordAction(tx, { actor: admin, action: 'retry-job', note: name }, clock.now())
  })
}

export function dismissJob({ sql, clock }: Context, id: string, admin: Viewer): Promise<void> {
  return sql.begin(async (tx) => {
    const job = await getFailedJob(tx, id)
    await deleteJob(tx, id)
    await recordAction(tx, { actor: admin, action: 'dismiss-job', note: job.name }, clock.now())
  })
}

async function getFailedJob(tx: Tx, id: string, find = lockFailedJob) {
  const job = /^\d{1,18}$/.test(id) ? await find(tx, id) : undefined
  if (!job) throw notFound('job.not-found', 'This job is not among the failed ones any more')
  return job
}
