import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { videoDescriptionRule, videoTitleRule } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import { defineJob } from '../../../../../jobs/define-job.ts'
import { AppError } from '../../../../../lib/app-error.ts'
import { openScratch } from '../../../../../lib/files/scratch.ts'
import { publishUpload } from '../publish.service.ts'
import {
  findSubmittedDraft,
  lockUnchanged,
  type SubmittedDraftRow,
  setFailure,
} from './upload-drafts.queries.ts'
import { publishSubmittedJobEntry } from './upload-drafts.service.ts'

class DraftChangedError extends Error {}

/** Publishes a video whose form was submitted and whose file is complete, if the browser has not done that. */
export const publishSubmittedJob = defineJob({
  ...publishSubmittedJobEntry,
  pool: 'playable',
  timeoutSeconds: 900,
  handler: async (context: Context, { uploadId }) => {
    const draft = await findSubmittedDraft(context.sql, uploadId)
    if (!draft) return
    const problem = videoTitleRule(draft.title) ?? videoDescriptionRule(draft.description)
    if (problem) return setFailure(context.sql, draft.id, problem)
    try {
      await publish(context, draft)
    } catch (error) {
      // Saving it has enqueued this job again, unless it was withdrawn.
      if (error instanceof DraftChangedError) return
      if (!(error instanceof AppError) || error.status >= 500) throw error
      // The rest of an unfinished upload may still come: its end enqueues this job again.
      if (error.code === 'upload.unfinished' || error.code === 'upload.not-found') return
      // Another process may be publishing it.
      if (error.status === 409 || error.status === 429) throw error
      await setFailure(context.sql, draft.id, error.message)
    }
  },
})

async function publish(context: Context, draft: SubmittedDraftRow): Promise<void> {
  const { owner_id: ownerId, title, description, visibility, thumbnail } = draft
  await using scratch = await openScratch(context.config.scratchDir)
  const path = join(scratch.path, 'thumbnail')
  if (thumbnail) await writeFile(path, thumbnail)
  await publishUpload(context, draft.upload_id, {
    ownerId,
    details: { title, description, visibility },
    thumbnailPath: thumbnail ? path : undefined,
    assertCurrent: async (tx) => {
      if (!(await lockUnchanged(tx, draft))) throw new DraftChangedError()
    },
  })
}
