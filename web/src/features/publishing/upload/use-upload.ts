import type { Video } from '@vireo/contract'
import { useRef, useState } from 'react'
import { ApiError, isNotFound } from '../../../lib/api-client.ts'
import { refusalMessageOf } from '../../../lib/forms/error-message.ts'
import { usePublishVideo } from './api.ts'
import { type Draft, problemsOf } from './draft.ts'
import { type Transfer, UnreadableFileError } from './transfer/transfer.ts'
import { useTransfer } from './transfer/use-transfer.ts'
import type { DraftsControl } from './use-upload-drafts.ts'

/** The result of a submitted form. invalid: the whole file is sent, but the form has become invalid meanwhile. */
export type Outcome =
  | { kind: 'published'; video: Video }
  | { kind: 'failed'; error: unknown; message: string }
  | { kind: 'invalid' | 'cancelled' | 'nothing-to-publish' }

/** Sends the file as soon as it is chosen, and publishes the video once the form is submitted and all of it is sent. */
export function useUpload(drafts: DraftsControl) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isWaiting = useRef(false)
  const { transfer, latestTransfer, begin, stop } = useTransfer(drafts)
  const { mutateAsync: publish } = usePublishVideo()

  const setSubmitted = (value: boolean) => {
    isWaiting.current = value
    setIsSubmitted(value)
    drafts.rememberSubmitted(value)
  }

  /** Before the form is submitted. Resolves to an error message on failure. */
  const send = async (): Promise<string | undefined> => {
    const begun = begin()
    try {
      await begun?.finished
    } catch (error) {
      if (latestTransfer() !== begun) return
      stop()
      // A submitted form shows its failure itself.
      if (!isWaiting.current) return describe(error)
    }
  }

  const submit = async (): Promise<Outcome> => {
    const sent = latestTransfer() ?? begin()
    if (!sent) return { kind: 'nothing-to-publish' }
    setSubmitted(true)
    return settle(publishSent(sent))
  }

  /** Publishes a form submitted before a reload, without its file, because the server has all of it. */
  const publishUploaded = async (): Promise<Outcome> => {
    const draft = drafts.latest()
    const uploadId = draft.remembered?.uploadUrl?.split('/').at(-1)
    if (!uploadId || isWaiting.current) return { kind: 'nothing-to-publish' }
    setSubmitted(true)
    return settle(publishDraft(draft, uploadId))
  }

  const publishSent = async (sent: Transfer): Promise<Outcome> => {
    const uploadId = await sent.finished
    const draft = drafts.latest()
    if (uploadId === null) return { kind: 'cancelled' }
    if (Object.values(problemsOf(draft)).some(Boolean)) return { kind: 'invalid' }
    sent.progress.setPhase('publishing')
    return publishDraft(draft, uploadId)
  }

  const publishDraft = async (draft: Draft, uploadId: string): Promise<Outcome> => {
    const video = await publish({ draft, uploadId })
    drafts.finish()
    return { kind: 'published', video }
  }

  const settle = async (publishing: Promise<Outcome>): Promise<Outcome> => {
    try {
      const outcome = await publishing
      setSubmitted(false)
      if (outcome.kind !== 'invalid') stop()
      return outcome
    } catch (error) {
      setSubmitted(false)
      stop()
      dropRefused(drafts, error)
      return { kind: 'failed', error, message: describe(error) }
    }
  }
  return { transfer, isSubmitted, send, submit, publishUploaded, stop }
}

/** Drops what cannot be sent again: the server has removed a file that is not a video. */
function dropRefused(drafts: DraftsControl, error: unknown) {
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
