import type { Video } from '@vireo/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isNotFound } from '../../../lib/api-client.ts'
import { refusalMessageOf } from '../../../lib/forms/error-message.ts'
import { useHasLeft } from '../../../lib/hooks/use-has-left.ts'
import { useSendFailure } from '../../people/accounts/use-send-failure.ts'
import { removeUpload, usePublishVideo } from './api.ts'
import { continuedUrl, type Draft, factsOf, problemsOf } from './draft.ts'
import { Transfer, UnreadableFileError } from './transfer/transfer.ts'
import type { DraftsControl } from './use-upload-drafts.ts'

type UploadOptions = {
  drafts: DraftsControl
  resetErrors: () => void
  onPublished: (video: Video, hasLeft: boolean) => void
  /** The file could not be sent, before the form was submitted. */
  onUnsent: (message: string) => void
  /** Everything is uploaded, but the form has been made invalid meanwhile. */
  onProblem: () => void
}

/**
 * Sends the file as soon as it is chosen, and publishes the video once the form is submitted and all of it is sent. After a
 * failure the draft can be restored.
 */
export function useUpload({ drafts, resetErrors, onPublished, onUnsent, onProblem }: UploadOptions) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isWaiting = useRef(false)
  const { transfer, latestTransfer, send, stop } = useSending(drafts, (error) => {
    // A submitted form shows its failure itself.
    if (!isWaiting.current) onUnsent(describe(error))
  })
  const failing = useSendFailure(drafts.putAside, resetErrors)
  const { mutateAsync: publish } = usePublishVideo()
  const hasLeft = useHasLeft()

  const setSubmitted = (isSoFar: boolean) => {
    isWaiting.current = isSoFar
    setIsSubmitted(isSoFar)
    const { remembered } = drafts.latest()
    if (remembered) drafts.editAtOnce({ remembered: { ...remembered, wasSubmitted: isSoFar } })
  }

  /** Returns whether the file is still to be published. */
  const publishSent = async (sent: Transfer): Promise<boolean> => {
    const uploadId = await sent.finished
    const draft = drafts.latest()
    if (uploadId === null) return false
    if (Object.values(problemsOf(draft)).some(Boolean)) {
      onProblem()
      return true
    }
    sent.progress.setPhase('publishing')
    await publishDraft(draft, uploadId)
    return false
  }

  const publishDraft = async (draft: Draft, uploadId: string) => {
    const video = await publish({ draft, uploadId })
    drafts.finish()
    onPublished(video, hasLeft.current)
  }

  const submit = async () => {
    const sent = latestTransfer() ?? send()
    if (sent) await submitWith(() => publishSent(sent))
  }

  /** Publishes what was submitted before a reload, without its file, because the server has all of it. */
  const publishUploaded = async () => {
    const draft = drafts.latest()
    const uploadId = draft.remembered?.uploadUrl?.split('/').at(-1)
    if (!uploadId || isWaiting.current) return
    await submitWith(async () => {
      await publishDraft(draft, uploadId)
      return false
    })
  }

  const submitWith = async (work: () => Promise<boolean>) => {
    failing.clearFailure()
    setSubmitted(true)
    try {
      const isKept = await work()
      setSubmitted(false)
      if (!isKept) stop()
    } catch (error) {
      setSubmitted(false)
      stop()
      dropRefused(drafts, error)
      failing.fail(error, describe(error))
    }
  }

  const { failure, clearFailure } = failing
  return { transfer, isSubmitted, failure, clearFailure, send, submit, publishUploaded, stop }
}

/** The transfer of the chosen file. One that is stopped, replaced or left behind with the page can be continued. */
function useSending(drafts: DraftsControl, onFailure: (error: unknown) => void) {
  const [transfer, setShown] = useState<Transfer | null>(null)
  const latest = useRef<Transfer | null>(null)
  const setTransfer = (next: Transfer | null) => {
    latest.current?.abandon()
    latest.current = next
    setShown(next)
  }
  useEffect(() => () => latest.current?.abandon(), [])

  const send = (): Transfer | undefined => {
    const begun = beginTransfer(drafts)
    if (!begun) return
    setTransfer(begun)
    begun.finished.then(
      (uploadId) => {
        if (uploadId !== null) return
        forgetUpload(drafts)
        if (latest.current === begun) setTransfer(null)
      },
      (error: unknown) => {
        if (latest.current !== begun) return
        setTransfer(null)
        onFailure(error)
      },
    )
    return begun
  }
  return { transfer, latestTransfer: () => latest.current, send, stop: () => setTransfer(null) }
}

function beginTransfer(drafts: DraftsControl): Transfer | undefined {
  const draft = drafts.latest()
  const { video, remembered } = draft
  if (!video) return
  const uploadUrl = continuedUrl(draft)
  if (remembered?.uploadUrl && !uploadUrl) removeUpload(remembered.uploadUrl)
  const remember = (url: string | null) => {
    const { wasSubmitted = false } = drafts.latest().remembered ?? {}
    drafts.editAtOnce({ remembered: { file: factsOf(video), uploadUrl: url, wasSubmitted } })
  }
  return new Transfer({ file: video, uploadUrl, onUrl: remember })
}

function forgetUpload({ latest, edit }: DraftsControl) {
  const { remembered } = latest()
  if (remembered) edit({ remembered: { ...remembered, uploadUrl: null } })
}

/** Drops what cannot be sent again: the server has already removed a file that is no video. */
function dropRefused(drafts: DraftsControl, error: unknown) {
  const isRefused = error instanceof ApiError && error.errors.some(({ field }) => field === 'videofile')
  if (isRefused || isNotFound(error)) forgetUpload(drafts)
  if (error instanceof UnreadableFileError) drafts.edit({ video: null })
}

const failed = 'Failed to upload video. Please try again!'

function describe(error: unknown): string {
  if (error instanceof UnreadableFileError) return 'The video file can’t be read any more. Choose it again.'
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  return refusalMessageOf(error, failed)
}
