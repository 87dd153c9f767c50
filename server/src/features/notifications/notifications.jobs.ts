import { t } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { tellSubscribers } from './notifications.service.ts'

/** Tells everyone who subscribes to a channel what happened there. */
export const notifySubscribers = defineJob({
  name: 'notifications:notify-subscribers',
  payload: t.object({ channelId: t.string(), message: t.string() }),
  maxAttempts: 3,
  timeoutSeconds: 300,
  handler: ({ sql, clock }: Context, news) => sql.begin((tx) => tellSubscribers(tx, news, clock.now())),
})
