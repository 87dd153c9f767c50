import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { replaceStorageSizes } from './site-storage.queries.ts'

/** Sums the sizes of videos ahead of time, because /metrics is read several times a minute. */
export const measureStorageJob = defineJob({
  name: 'disk-space:measure-storage',
  payload: t.object({}),
  maxAttempts: 1,
  timeoutSeconds: 60,
  schedule: '*/10 * * * *',
  handler: ({ sql }: Context) => sql.begin(replaceStorageSizes),
})
