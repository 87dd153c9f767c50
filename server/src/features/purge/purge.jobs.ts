import { t } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { defineJob, enqueue } from '../../jobs/define-job.ts'
import { purge } from './purge.service.ts'

/** After this long a purge makes way for other jobs and is queued again. */
const turnMs = 20_000

export const purgeDeleted = defineJob({
  name: 'purge:deleted',
  payload: t.object({}),
  maxAttempts: 25,
  timeoutSeconds: 300,
  queue: 'purge',
  handler: async ({ sql, clock }: Context, _payload, { signal }) => {
    const endsAt = performance.now() + turnMs
    for await (const _ of purge(sql, clock.now())) {
      signal.throwIfAborted()
      if (performance.now() > endsAt) return requestPurge(sql)
    }
  },
})

/** To be called with every change that marks something as deleted. */
export const requestPurge = (db: Db): Promise<void> => enqueue(db, purgeDeleted, {}, { key: 'purge' })
