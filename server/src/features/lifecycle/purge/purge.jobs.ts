import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { purgeDeletedJobEntry, requestPurge } from '../../core/removal/request-purge.ts'
import { purge } from './purge.service.ts'

/** After this time a purge stops and is queued again, so that other jobs get their turn. */
const turnMs = 20_000

export const purgeDeletedJob = defineJob({
  ...purgeDeletedJobEntry,
  timeoutSeconds: 300,
  handler: async ({ sql, clock }: Context, _payload, { signal }) => {
    const endsAt = performance.now() + turnMs
    for await (const _ of purge(sql, clock.now())) {
      signal.throwIfAborted()
      if (performance.now() > endsAt) return requestPurge(sql)
    }
  },
})
