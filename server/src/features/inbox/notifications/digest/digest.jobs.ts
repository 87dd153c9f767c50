import { t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { defineJob, enqueueAll } from '../../../../jobs/define-job.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { claimDue } from './digest.queries.ts'
import { mailDigest } from './digest.service.ts'

const hour = 3600
/**
 * A little less than a day or a week, because the job runs hourly and a run just before the full period would skip it.
 */
const periods = [
  { digest: 'daily', seconds: 23.5 * hour },
  { digest: 'weekly', seconds: 7 * 24 * hour - hour / 2 },
] as const
const batchSize = 500

/** Finds everyone whose digest is due. */
export const startDigestsJob = defineJob({
  // Waiting jobs are stored under their names, so the names must not change.
  name: 'inbox:start-digests',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 300,
  schedule: '40 * * * *',
  handler: async ({ sql, clock }: Context, _payload, { signal }) => {
    const now = clock.now()
    for (const { digest, seconds } of periods) {
      const sentBefore = secondsAfter(now, -seconds)
      const claimBatch = () =>
        sql.begin(async (tx) => {
          const due = await claimDue(tx, { digest, sentBefore, now, limit: batchSize })
          const payloads = due.map(({ userId, since }) => ({ userId, since: since.toISOString() }))
          await enqueueAll(tx, sendDigestJob, payloads)
          return due.length
        })
      while ((await claimBatch()) === batchSize) signal.throwIfAborted()
    }
  },
})

/** One job for each person, so that a failure affects one digest. */
export const sendDigestJob = defineJob({
  name: 'inbox:send-digest',
  payload: t.object({ userId: t.string(), since: t.string() }),
  maxAttempts: 5,
  giveUpAfterSeconds: 12 * hour,
  timeoutSeconds: 60,
  handler: (context: Context, { userId, since }) => mailDigest(context, userId, new Date(since)),
})
