import type { Static, TSchema } from '@vireo/contract'
import type { Db } from '../db/sql.ts'

/**
 * A piece of work that outlives a request. The handler may run more than once (a crash in between, a retry),
 * so it must end in the same state each time, and it stops when its signal says so.
 */
export interface Job<Context, Payload extends TSchema = TSchema> {
  name: string
  payload: Payload
  /** How often it is tried in all; the pauses grow exponentially. A try that ends with an OutageError does not count. */
  maxAttempts: number
  /** After this long, an outage ends the job instead of postponing it; never unless given. */
  giveUpAfterSeconds?: number
  timeoutSeconds: number
  /** Which of the worker's hands do it; `light` unless said. */
  pool?: Pool
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** A cron line for work that comes round by itself. */
  schedule?: string
  handler(context: Context, payload: Static<Payload>, run: JobRun): Promise<void>
}

/** Mail never waits for a transcode, and a new video's first rendition never for another one's ladder. */
export const pools = ['light', 'playable', 'heavy'] as const
export type Pool = (typeof pools)[number]

export interface JobRun {
  /** Aborted when the job has taken too long, and when the worker stops. */
  signal: AbortSignal
  /** Whether the worker is stopping: the job then returns to the queue, and its failure is not its own. */
  isStopping(): boolean
  /** 1 for the first try. */
  attempt: number
  isLastAttempt: boolean
  /** The priority of this job, for jobs that follow it. */
  priority: number
}

export function defineJob<Context, Payload extends TSchema>(
  job: Job<Context, Payload>,
): Job<Context, Payload> {
  return job
}

/** What `enqueue` needs of a job; its context is the worker's business. */
type Enqueueable<Payload extends TSchema> = Pick<
  Job<never, Payload>,
  'name' | 'payload' | 'maxAttempts' | 'queue'
>

interface EnqueueOptions {
  /** A second job with the same key replaces the first while that has not started. */
  key?: string
  runAt?: Date
  /** Lower runs first. */
  priority?: number
}

/** Adds a job in the caller's transaction: it exists exactly when what it belongs to exists. */
export async function enqueue<Payload extends TSchema>(
  db: Db,
  job: Enqueueable<Payload>,
  payload: Static<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueAll(db, job, [payload], options)
}

/** One job for each payload, in one statement. */
export async function enqueueAll<Payload extends TSchema>(
  db: Db,
  job: Enqueueable<Payload>,
  payloads: Static<Payload>[],
  options: EnqueueOptions = {},
): Promise<void> {
  await db`
    select graphile_worker.add_job(
      ${job.name}, payload, queue_name => ${job.queue ?? null},
      run_at => ${options.runAt ?? null}, max_attempts => ${job.maxAttempts},
      job_key => ${options.key ?? null}, priority => ${options.priority ?? null})
    from json_array_elements(${JSON.stringify(payloads)}::text::json) as payload`
}
