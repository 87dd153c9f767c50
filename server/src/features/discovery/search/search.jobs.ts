import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { addStemsToTweets, addStemsToVideos } from './words/stems.queries.ts'

/** Small, so that a channel that is being renamed does not wait long for the documents of its videos. */
const batch = 200
/** Short, because urgent jobs such as mails may wait for it. */
const turnMs = 20_000

/** If no document lacks stems, this only reads an index. */
export const addStemsJob = defineJob({
  name: 'search:add-stems',
  payload: t.object({}),
  maxAttempts: 1,
  timeoutSeconds: 50,
  schedule: '* * * * *',
  handler: async ({ sql }: Context, _payload, { signal }) => {
    const endsAt = performance.now() + turnMs
    while (performance.now() < endsAt) {
      signal.throwIfAborted()
      const changed = (await addStemsToVideos(sql, batch)) + (await addStemsToTweets(sql, batch))
      if (changed === 0) return
    }
  },
})
