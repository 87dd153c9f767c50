import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'

/** Removes stored files after the transaction that made them obsolete. */
export const removeFolderJob = defineJob({
  name: 'files:remove-folder',
  payload: t.object({ folder: t.string() }),
  maxAttempts: 25,
  timeoutSeconds: 300,
  handler: ({ storage }: Context, { folder }) => storage.removeFolder(folder),
})
