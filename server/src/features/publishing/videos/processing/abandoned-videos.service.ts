import type { Context } from '../../../../context/context.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { runEvery } from '../../../../lib/running/run-every.ts'
import { deleteClaimsOf } from '../../../core/disk-space/disk-space.queries.ts'
import { failAbandoned } from './processing.queries.ts'
import { notifyOutcome } from './progress.service.ts'

export const processingFailed = 'Processing failed. Please try again.'

const checkEveryMs = 20_000
/** Excludes videos whose new job may not have been in the queue yet when the queue was read. */
const graceSeconds = 5

/**
 * A video whose process was killed in the last try of its job would stay in `processing` forever. It is set to failed
 * instead, so that its owner can try again.
 */
async function failAbandonedVideos(context: Context): Promise<void> {
  const { sql, clock, log } = context
  const now = clock.now()
  const unchangedSince = secondsAfter(now, -graceSeconds)
  const failed = await sql.begin(async (tx) => {
    const ids = await failAbandoned(tx, { failure: processingFailed, unchangedSince, now })
    for (const videoId of ids) await notifyOutcome(tx, videoId, now)
    return ids
  })
  if (failed.length > 0) await deleteClaimsOf(sql, failed)
  for (const videoId of failed) log.warn({ videoId }, 'set a video to failed: no job works on it any more')
}

/** At the start, which often follows a crash, and then every few seconds. */
export function startAbandonedCheck(context: Context) {
  return runEvery(checkEveryMs, () => failAbandonedVideos(context), {
    log: context.log,
    failure: 'could not look for abandoned videos',
    isFirstImmediate: true,
  })
}
