import type { Video } from '@vireo/contract'
import { useRef, useState } from 'react'
import { ApiError, isNotFound } from '../../../lib/api-client.ts'
import { refusalMessageOf } from '../../../lib/forms/error-message.ts'
import { usePublishVideo } from './api.ts'
import { problemsOf } from './draft.ts'
import { type Transfer, UnreadableFileError } from './transfer/transfer.ts'
import { useTransfer } from './transfer/use-transfer.ts'
import type { UploadDrafts } from './use-upload-drafts.ts'

/** The result of publishing. invalid: the whole file is uploaded, but the form has become invalid meanwhile. */
type Outcome =
  | { kind: 'published'; video: Video }
  | { kind: 'failed'; error: unknown; message: string }
  | { kind: 'invalid' | 'cancelled' | 'nothing-to-publish' | 'already-publishing' }

/** Uploads the file as soon as it is chosen, and publishes the video once the form is submitted and all is uploaded. */
export function useUpload(drafts: UploadDrafts) {
  const { transfer, latestTransfer, begin, stop } = useTransfer(drafts)
  const { isSubmitted, latestIsSubmitted, setSubmitted } = useSubmitted(drafts)
  const { mutateAsync: publishVideo } = usePublishVideo()

  /** Before the form is submitted. Resolves to an error message on failure. */
  const start = async (): Promise<string | undefined> => {
    const begun = begin()
    try {
      await begun?.finished
    } catch (error) {
      if (latestTransfer() !== begun) return
      stop()
      // A submitted form shows its failure itself.
      if (!latestIsSubmitted()) return describe(error)
    }
  }

  /** Once per submission: by the button, when the missing file is chosen again, or after a reload. */
  const publish = async ({ isAfterReload = false } = {}): Promise<Outcome> => {
    if (latestIsSubmitted()) return { kind: 'already-publishing' }
    // After a reload the server has the whole file.
    const uploading = isAfterReload ? undefined : (latestTransfer() ?? begin())
    if (!uploading && !isAfterReload) return { kind: 'nothing-to-publish' }
    setSubmitted(true)
    try {
      const outcome = await (uploading ? publishOnceUploaded(uploading) : publishRemembered())
      if (outcome.kind !== 'invalid') stop()
      return outcome
    } catch (error) {
      stop()
      dropRefused(drafts, error)
      return { kind: 'failed', error, message: describe(error) }
    } finally {
      setSubmitted(false)
    }
  }

  const publishOnceUploaded = async (uploading: Transfer): Promise<Outcome> => {
    const uploadId = await uploading.finished
    if (!uploadId) return { kind: 'cancelled' }
    if (Object.values(problemsOf(drafts.latest())).some(Boolean)) return { kind: 'invalid' }
    uploading.progress.setPhase('publishing')
    return publishDraft(uploadId)
  }

  const publishRemembered = async (): Promise<Outcome> => {
    const uploadId = drafts.rememberedUploadId()
    return uploadId ? publishDraft(uploadId) : { kind: 'nothing-to-publish' }
  }

  const publishDraft = async (uploadId: string): Promise<Outcome> => {
    const video = await publishVideo({ draft: drafts.latest(), uploadId })
    drafts.finish()
    return { kind: 'published', video }
  }
  return { transfer, isSubmitted, start, publish, stop }
}

/** Whether the form is submitted. The draft remembers it, so that the video is published even after a reload. */
function useSubmitted(drafts: UploadDrafts) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  // A ref, for code that has waited for the upload.
  const latest = useRef(false)
  const setSubmitted = (value: boolean) => {
    latest.current = value
    setIsSubmitted(value)
    drafts.rememberSubmitted(value)
  }
  return { isSubmitted, latestIsSubmitted: () => latest.current, setSubmitted }
}

/** Drops what cannot be uploaded again: the server has removed a file that is not a video. */
function dropRefused(drafts: UploadDrafts, error: unknown) {
  const isRefused = error instanceof ApiError && error.errors.some(({ field }) => field === 'videofile')
  if (isRefused || isNotFound(error)) drafts.forgetUpload()
  if (error instanceof UnreadableFileError) drafts.edit({ video: null })
}

const failed = 'Failed to upload video. Please try again!'

function describe(error: unknown): string {
  if (error instanceof UnreadableFileError) return 'The video file can’t be read any more. Choose it again.'
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  return refusalMessageOf(error, failed)
}
