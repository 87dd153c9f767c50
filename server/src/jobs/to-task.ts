import type { Task } from 'graphile-worker'
import { Compile } from 'typebox/compile'
import type { Logger } from '../lib/logger.ts'
import { OutageError } from '../lib/outage-error.ts'
import type { Job } from './define-job.ts'
import type { GiveTryBack } from './tries.ts'

/** A timer cannot hold more; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1
/** A handler that has not ended this long after its signal is left behind, so that it blocks neither queue nor stop. */
const leaveBehindAfterMs = 2500
const shortestPauseSeconds = 3

/** What the queue runs for a job: its handler with its limits, and what its failure means. */
export function toTask<Context>(
  job: Job<Context>,
  { context, log }: { context: Context; log: Logger },
  giveTryBack: GiveTryBack,
): Task {
  const validator = Compile(job.payload)
  return async (payload, { abortSignal: stopping, job: queued }) => {
    if (!validator.Check(payload)) throw new Error(`The payload of a ${job.name} job does not fit its schema`)
    const { attempts, max_attempts: maxAttempts, priority } = queued
    const timeout = AbortSignal.timeout(Math.min(job.timeoutSeconds * 1000, longestTimerMs))
    const signal = AbortSignal.any([stopping, timeout])
    const isStopping = () => stopping.aborted
    const isLastAttempt = attempts >= maxAttempts
    const run = { signal, isStopping, attempt: attempts, isLastAttempt, priority }
    const started = performance.now()
    try {
      await orLeaveBehind(job.handler(context, payload, run), signal)
    } catch (error) {
      // That we stop says nothing about a job: any number of restarts leaves it all its tries.
      if (stopping.aborted) giveTryBack(queued, 0)
      else if (error instanceof OutageError) {
        const ageSeconds = (Date.now() - queued.created_at.getTime()) / 1000
        if (ageSeconds > (job.giveUpAfterSeconds ?? Number.POSITIVE_INFINITY)) {
          log.error({ job: job.name, err: error }, 'job given up: the outage lasts longer than it is of use')
          return
        }
        giveTryBack(
          queued,
          Math.min(error.longestPauseSeconds, Math.max(shortestPauseSeconds, ageSeconds / 5)),
        )
      }
      throw error
    }
    log.info({ job: job.name, ms: Math.round(performance.now() - started) }, 'job done')
  }
}

async function orLeaveBehind(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = Promise.withResolvers<never>()
  const onAbort = () => {
    timer = setTimeout(() => late.reject(signal.reason), leaveBehindAfterMs)
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
