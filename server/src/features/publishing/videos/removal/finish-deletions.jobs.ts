import { t } from '@vireo/contract'
import { defineJob } from '../../../../jobs/define-job.ts'
import { finishDeletions } from './finish-deletions.service.ts'

/** Due when the deletion of a video can no longer be undone. */
export const finishDeletionsJob = defineJob({
  name: 'videos:finish-deletions',
  payload: t.object({}),
  maxAttempts: 25,
  timeoutSeconds: 300,
  handler: finishDeletions,
})
