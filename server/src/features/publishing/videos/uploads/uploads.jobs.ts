import { limits, t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { defineJob } from '../../../../jobs/define-job.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { sweepScratch } from '../../../../lib/files/scratch.ts'
import { removeExpiredClaims } from '../../../core/disk-space/disk-space.service.ts'
import { deleteDraftsOlderThan } from './drafts/upload-drafts.queries.ts'
import { publishAllSubmitted } from './drafts/upload-drafts.service.ts'
import { sweepUploadParts } from './stores/bucket-uploads.ts'
import { deleteExpiredLocks } from './upload-locks.queries.ts'
import { deleteExpiredUploads } from './uploads.queries.ts'

const dayMs = 24 * 3600 * 1000

/** Removes expired rows, and files that a crash left in the scratch folders and in the storage. */
export const sweepUploadsJob = defineJob({
  name: 'videos:sweep-uploads',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 300,
  schedule: '*/15 * * * *',
  handler: async (context: Context) => {
    const { sql, clock, storage, config } = context
    await deleteExpiredUploads(sql, clock.now())
    await deleteDraftsOlderThan(sql, secondsAfter(clock.now(), -limits.uploadDraftLifetimeSeconds))
    await publishAllSubmitted(context)
    await deleteExpiredLocks(sql)
    await removeExpiredClaims(context)
    await sweepScratch(config.scratchDir)
    await sweepUploadParts(context)
    await storage.sweepTemporary(dayMs)
  },
})
