import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { addStemsToTweets, addStemsToVideos, addTitleMarks } from './words/stems.queries.ts'

/** Small, so that a channel that is being renamed does not wait long for the documents of its videos. */
const batch = 200
/** Short, because urgent jobs such as mails may wait for it. */
const turnMs = 20_000

/** Also adds marks of titles. If no document lacks any, this only reads indexes. */
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
      const changed =
        (await addStemsToVideos(sql, batch)) +
        (await addStemsToTweets(sql, batch)) +
        (await addTitleMarks(sql, batch))
      if (changed === 0) return
    }
  },
})
