import type { Video } from '@vireo/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isNotFound } from '../../lib/api-client.ts'
import { refusalMessageOf } from '../../lib/forms/error-message.ts'
import { useHasLeft } from '../../lib/use-has-left.ts'
import { useSendFailure } from '../account/use-send-failure.ts'
import { removeUpload, usePublishVideo } from './api.ts'
import { continuedUrl, factsOf, problemsOf } from './draft.ts'
import { Transfer, UnreadableFileError } from './transfer/transfer.ts'
import type { DraftsControl } from './use-upload-drafts.ts'

type UploadOptions = {
  drafts: DraftsControl
  /** Called on failure: empties the form, and keeps the draft so that it can be restored. */
  putAside: () => void
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
export function useUpload({ drafts, putAside, onPublished, onUnsent, onProblem }: UploadOptions) {
  const { transfer, latestTransfer, setTransfer } = useTransfer()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const sending = useSendFailure(putAside)
  const { mutateAsync: publish } = usePublishVideo()
  const hasLeft = useHasLeft()
  const isWaiting = useRef(false)

  const begin = (): Transfer | undefined => {
    const draft = drafts.latest()
    const { video, remembered } = draft
    if (!video) return
    const uploadUrl = continuedUrl(draft)
    if (remembered?.uploadUrl && !uploadUrl) removeUpload(remembered.uploadUrl)
    const remember = (url: string | null) => {
      const { wasSubmitted = false } = drafts.latest().remembered ?? {}
      drafts.edit({ remembered: { file: factsOf(video), uploadUrl: url, wasSubmitted } })
    }
    return new Transfer({ file: video, uploadUrl, onUrl: remember })
  }

  const send = (): Transfer | undefined => {
    const begun = begin()
    if (!begun) return
    setTransfer(begun)
    begun.finished.then(
      (uploadId) => {
        if (uploadId === null) forgetUpload()
        if (uploadId === null && latestTransfer() === begun) setTransfer(null)
      },
      (error: unknown) => {
        // A submitted form tells it itself.
        if (latestTransfer() !== begun || isWaiting.current) return
        setTransfer(null)
        onUnsent(describe(error))
      },
    )
    return begun
  }

  const forgetUpload = () => {
    const { remembered } = drafts.latest()
    if (remembered) drafts.edit({ remembered: { ...remembered, uploadUrl: null } })
  }

  const fail = (error: unknown) => {
    // The server has already removed a file that is no video.
    const isRefused = error instanceof ApiError && error.errors.some(({ field }) => field === 'videofile')
    if (isRefused || isNotFound(error)) forgetUpload()
    if (error instanceof UnreadableFileError) drafts.edit({ video: null })
    sending.fail(error, describe(error))
  }

  const setWaiting = (isSoFar: boolean) => {
    isWaiting.current = isSoFar
    setIsSubmitted(isSoFar)
    const { remembered } = drafts.latest()
    if (remembered) drafts.edit({ remembered: { ...remembered, wasSubmitted: isSoFar } })
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
    const video = await publish({ draft, uploadId })
    drafts.finish()
    onPublished(video, hasLeft.current)
    return false
  }

  const submit = async () => {
    const sent = latestTransfer() ?? send()
    if (!sent) return
    sending.clearFailure()
    setWaiting(true)
    try {
      const isKept = await publishSent(sent)
      setWaiting(false)
      if (!isKept) setTransfer(null)
    } catch (error) {
      setWaiting(false)
      setTransfer(null)
      fail(error)
    }
  }

  return {
    transfer,
    isSubmitted,
    failure: sending.failure,
    clearFailure: sending.clearFailure,
    send,
    submit,
    /** Stops sending; what was sent can be continued. */
    stop: () => setTransfer(null),
  }
}

/** The transfer of the chosen file. One that is replaced, or left behind with the page, stops. */
function useTransfer() {
  const [transfer, setShown] = useState<Transfer | null>(null)
  const latest = useRef<Transfer | null>(null)
  const setTransfer = (next: Transfer | null) => {
    if (latest.current !== next) latest.current?.abandon()
    latest.current = next
    setShown(next)
  }
  useEffect(() => () => latest.current?.abandon(), [])
  return { transfer, latestTransfer: () => latest.current, setTransfer }
}

const failed = 'Failed to upload video. Please try again!'

function describe(error: unknown): string {
  if (error instanceof UnreadableFileError) return 'The video file can’t be read any more. Choose it again.'
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  return refusalMessageOf(error, failed)
}
