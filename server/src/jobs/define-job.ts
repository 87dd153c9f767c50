import type { Static, TSchema } from '@vireo/contract'
import type { Db, Tx } from '../db/sql.ts'
import { currentActivity } from '../lib/activity.ts'

/**
 * Work that is done in the background. The handler may run more than once, after a crash or a failure, so it must lead
 * to the same result each time. It must stop when its signal is aborted.
 */
export interface Job<Context, Payload extends TSchema = TSchema> {
  name: string
  payload: Payload
  /** With growing pauses in between. An attempt that fails with an OutageError does not count. */
  maxAttempts: number
  /** If an outage lasts longer than this, the job is dropped. Without it, the job waits for the end of the outage. */
  giveUpAfterSeconds?: number
  timeoutSeconds: number
  /** The pool of workers that runs it; `light` by default. */
  pool?: Pool
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** A cron expression for work that is repeated. */
  schedule?: string
  handler(context: Context, payload: Static<Payload>, run: JobRun): Promise<void>
}

/**
 * Separate pools, so that mail does not wait for a transcode or a push service that does not answer, nor the first
 * rendition of a video for other ladders.
 */
export const pools = ['light', 'push', 'playable', 'heavy'] as const
export type Pool = (typeof pools)[number]

export interface JobRun {
  /** Aborted when the job exceeds its timeout or the worker stops. */
  signal: AbortSignal
  /** Whether the worker is stopping. The job then returns to the queue, and a failure does not count. */
  isStopping(): boolean
  /** 1 for the first attempt. */
  attempt: number
  isLastAttempt: boolean
  /** Passed on to jobs that continue this one. */
  priority: number
}

export function defineJob<Context, Payload extends TSchema>(
  job: Job<Context, Payload>,
): Job<Context, Payload> {
  return job
}

/** What `enqueue` needs of a job. Declared apart from the handler where the handler cannot be imported. */
type JobEntry<Payload extends TSchema> = Pick<
  Job<never, Payload>,
  'name' | 'payload' | 'maxAttempts' | 'queue'
>

interface EnqueueOptions {
  /** Replaces a job with the same key that has not started yet. */
  key?: string
  runAt?: Date
  /** Lower numbers run first. */
  priority?: number
}

/** Adds a job in the transaction of the caller, so that both are committed or neither. */
export async function enqueue<Payload extends TSchema>(
  db: Db,
  job: JobEntry<Payload>,
  payload: Static<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueAll(db, job, [payload], options)
}

/** Adds a job for each payload, in one statement. Each keeps the id of the request that caused it. */
export async function enqueueAll<Payload extends TSchema>(
  db: Db,
  job: JobEntry<Payload>,
  payloads: Static<Payload>[],
  options: EnqueueOptions = {},
): Promise<void> {
  const requestId = currentActivity()?.requestId
  const queued = payloads.map((payload) => ({ ...(payload as object), requestId }))
  await db`
    select graphile_worker.add_job(
      ${job.name}, payload, queue_name => ${job.queue ?? null},
      run_at => ${options.runAt ?? null}, max_attempts => ${job.maxAttempts},
      job_key => ${options.key ?? null}, priority => ${options.priority ?? null})
    from json_array_elements(${JSON.stringify(queued)}::text::json) as payload`
}

/** Removes queued jobs by their keys; returns how many of them were still waiting. */
export async function cancelJobs(tx: Tx, keys: string[]): Promise<number> {
  const cancelled = await tx`
    select from unnest(${keys}::text[]) as key, graphile_worker.remove_job(key) as job
    where job.id is not null`
  return cancelled.length
}

/** Makes queued jobs due by their keys. */
export async function runJobsNow(db: Db, keys: string[]): Promise<void> {
  await db`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where key = any(${keys})`
}
