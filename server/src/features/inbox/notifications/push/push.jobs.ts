import type { Context } from '../../../../context/context.ts'
import { defineJob } from '../../../../jobs/define-job.ts'
import { sendJob, startNewsJob } from '../../../people/notify/push-requests.service.ts'
import { deliver, startNews } from './delivery.service.ts'

export const sendPush = defineJob({
  ...sendJob,
  pool: 'push',
  timeoutSeconds: 60,
  handler: (context: Context, delivery, { signal }) => deliver(context, delivery, signal),
})

export const startNewsPush = defineJob({
  ...startNewsJob,
  pool: 'push',
  timeoutSeconds: 60,
  handler: (context: Context, news) => startNews(context, news),
})
