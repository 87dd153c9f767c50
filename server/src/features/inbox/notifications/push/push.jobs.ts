import type { Context } from '../../../../context/context.ts'
import { defineJob } from '../../../../jobs/define-job.ts'
import { sendPushJobEntry, startNewsPushJobEntry } from '../../../people/notify/request-push.service.ts'
import { deliver, startNews } from './delivery.service.ts'

export const sendPushJob = defineJob({
  ...sendPushJobEntry,
  pool: 'push',
  timeoutSeconds: 60,
  handler: (context: Context, delivery, { signal }) => deliver(context, delivery, signal),
})

export const startNewsPushJob = defineJob({
  ...startNewsPushJobEntry,
  pool: 'push',
  timeoutSeconds: 60,
  handler: (context: Context, news) => startNews(context, news),
})
