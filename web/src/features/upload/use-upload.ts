import type { Video } from '@vireo/contract'
import { useEffect, useState } from 'react'
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
  /** Everything is uploaded, but the form has been made invalid meanwhile. */
  onProblem: () => void
}

/** Uploads the file and publishes the video. After a failure the draft can be restored. */
export function useUpload({ drafts, putAside, onPublished, onProblem }: UploadOptions) {
  const [transfer, setTransfer] = useState<Transfer | null>(null)
  const sending = useSendFailure(putAside)
  const { mutateAsync: publish } = usePublishVideo()
  useEffect(() => () => transfer?.abandon(), [transfer])
  const hasLeft = useHasLeft()

  const begin = (): Transfer | undefined => {
    const draft = drafts.latest()
    const { video, remembered } = draft
    if (!video) return
    const uploadUrl = continuedUrl(draft)
    if (remembered?.uploadUrl && !uploadUrl) removeUpload(remembered.uploadUrl)
    const remember = (url: string | null) =>
      drafts.edit({ remembered: { file: factsOf(video), uploadUrl: url } })
    return new Transfer({ file: video, uploadUrl, onUrl: remember })
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

  const submit = async () => {
    const begun = begin()
    if (!begun) return
    sending.clearFailure()
    setTransfer(begun)
    try {
      const uploadId = await begun.finished
      const draft = drafts.latest()
      if (uploadId === null) forgetUpload()
      else if (Object.values(problemsOf(draft)).some(Boolean)) onProblem()
      else {
        const video = await publish({ draft, uploadId })
        drafts.finish()
        onPublished(video, hasLeft.current)
      }
    } catch (error) {
      fail(error)
    } finally {
      setTransfer(null)
    }
  }

  return { transfer, failure: sending.failure, clearFailure: sending.clearFailure, submit }
}

const failed = 'Failed to upload video. Please try again!'

function describe(error: unknown): string {
  if (error instanceof UnreadableFileError) return 'The video file can’t be read any more. Choose it again.'
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  return refusalMessageOf(error, failed)
}
