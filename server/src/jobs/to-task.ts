import type { JobHelpers, Task } from 'graphile-worker'
import { Compile } from 'typebox/compile'
import { isRequestId, runActivity } from '../lib/activity.ts'
import type { Logger } from '../lib/logger.ts'
import { defaultLongestPauseSeconds, OutageError } from '../lib/outage-error.ts'
import type { Job } from './define-job.ts'
import { isOutage } from './is-outage.ts'
import type { UndoAttempt } from './undo-attempts.ts'

/** The longest delay that a timer supports; with a longer one it fires immediately. */
const longestTimerMs = 2 ** 31 - 1
/** A handler that has not ended this long after its abort is abandoned, so it blocks neither the queue nor a stop. */
const abandonAfterMs = 2500
const shortestPauseSeconds = 3

/** How an attempt ended. One that was interrupted by a stop or an outage does not count. */
type Outcome = 'done' | 'failed' | 'interrupted'

export interface TaskOptions<Context> {
  context: Context
  log: Logger
  /** Called at the end of every attempt. */
  onJobEnd?: (name: string, outcome: Outcome, seconds: number) => void
}

/** Wraps the handler of a job for the queue: checks the payload, applies the timeout and handles failures. */
export function toTask<Context>(
  job: Job<Context>,
  { context, log, onJobEnd }: TaskOptions<Context>,
  undoAttempt: UndoAttempt,
): Task {
  const validator = Compile(job.payload)
  return (queued, helpers) => {
    const { requestId: given, ...payload } = queued as { requestId?: unknown }
    const requestId = isRequestId(given) ? given : undefined
    return runActivity({ requestId, log }, () => runAttempt(payload, helpers))
  }

  async function runAttempt(
    payload: unknown,
    { abortSignal: stopping, job: queued }: JobHelpers,
  ): Promise<void> {
    if (!validator.Check(payload)) throw new Error(`The payload of a ${job.name} job does not fit its schema`)
    const { attempts, max_attempts: maxAttempts, priority } = queued
    const timeout = AbortSignal.timeout(Math.min(job.timeoutSeconds * 1000, longestTimerMs))
    const signal = AbortSignal.any([stopping, timeout])
    const isStopping = () => stopping.aborted
    const isLastAttempt = attempts >= maxAttempts
    const run = { signal, isStopping, attempt: attempts, isLastAttempt, priority }
    const started = performance.now()
    const end = (outcome: Outcome, error?: unknown) => {
      const ms = Math.round(performance.now() - started)
      // Only the message, because the error of a library may contain a password.
      const failure = error instanceof Error ? { failure: error.message } : {}
      log.info({ job: job.name, ms, ...failure }, `job ${outcome}`)
      onJobEnd?.(job.name, outcome, ms / 1000)
    }
    try {
      await orAbandon(job.handler(context, payload, run), signal)
    } catch (error) {
      end(stopping.aborted || isOutage(error) ? 'interrupted' : 'failed', error)
      // The worker is stopping, which is not a failure of the job and does not use up an attempt.
      if (stopping.aborted) undoAttempt(queued, 0)
      else if (isOutage(error)) {
        const ageSeconds = (Date.now() - queued.created_at.getTime()) / 1000
        if (ageSeconds > (job.giveUpAfterSeconds ?? Number.POSITIVE_INFINITY)) {
          log.error(
            { job: job.name, err: error },
            'job given up: the outage lasts longer than giveUpAfterSeconds',
          )
          return
        }
        undoAttempt(queued, pauseAfter(error, ageSeconds))
      }
      throw error
    }
    end('done')
  }
}

/** The pause before the next attempt grows with the age of the job. */
function pauseAfter(error: unknown, ageSeconds: number): number {
  const longest = error instanceof OutageError ? error.longestPauseSeconds : defaultLongestPauseSeconds
  return Math.min(longest, Math.max(shortestPauseSeconds, ageSeconds / 5))
}

async function orAbandon(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = Promise.withResolvers<never>()
  const onAbort = () => {
    timer = setTimeout(() => late.reject(signal.reason), abandonAfterMs)
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort)
  try {
    await Promise.race([work, late.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  }
}
