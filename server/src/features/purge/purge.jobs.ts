import { t } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { defineJob, enqueue } from '../../jobs/define-job.ts'
import { purge } from './purge.service.ts'

/** After this long a purge stops and is queued again, so that other jobs get their turn. */
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

/** Call it with every change that marks something as deleted. */
export const requestPurge = (db: Db): Promise<void> => enqueue(db, purgeDeleted, {}, { key: 'purge' })
