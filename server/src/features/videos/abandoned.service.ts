import type { Context } from '../../context.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { failAbandoned } from './processing.queries.ts'
import { announceVideo } from './video-events.ts'

export const processingFailed = 'Processing failed. Please try again.'

const checkEveryMs = 20_000
/** A video that has just been given a new job is not judged by a look at the queue from before. */
const graceSeconds = 5

/**
 * A video whose last try ended without a word (the process was killed, not just the job) would wait for ever:
 * it fails instead, and its owner can try again.
 */
async function failAbandonedVideos({ sql, clock, log }: Context): Promise<void> {
  const now = clock.now()
  const unchangedSince = secondsAfter(now, -graceSeconds)
  for (const videoId of await failAbandoned(sql, { failure: processingFailed, unchangedSince, now })) {
    log.warn({ videoId }, 'no job works on this video any more: it failed')
    await announceVideo(sql, videoId)
  }
}

/** At once, because a start often follows a crash, and then every few seconds. */
export function startAbandonedCheck(context: Context) {
  const check = () =>
    failAbandonedVideos(context).catch((error: unknown) =>
      context.log.error({ err: error }, 'could not look for abandoned videos'),
    )
  let running = check()
  const timer = setInterval(() => {
    running = check()
  }, checkEveryMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
