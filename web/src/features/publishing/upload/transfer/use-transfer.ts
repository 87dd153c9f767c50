import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../../../lib/store/use-store.ts'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import { removeUpload } from '../api.ts'
import { continuedUrl } from '../draft.ts'
import type { UploadDrafts } from '../use-upload-drafts.ts'
import { Transfer } from './transfer.ts'

/** The transfer of the chosen file. It can be continued after a stop, a replacement or leaving the page. */
export function useTransfer(drafts: UploadDrafts) {
  const [transfer, setShown] = useState<Transfer | null>(null)
  const latest = useRef<Transfer | null>(null)
  const setTransfer = (next: Transfer | null) => {
    latest.current?.abandon()
    latest.current = next
    setShown(next)
  }
  useEffect(() => () => latest.current?.abandon(), [])

  /** Undefined if no video is chosen. */
  const begin = (): Transfer | undefined => {
    const begun = beginTransfer(drafts)
    if (!begun) return
    setTransfer(begun)
    const handleEnd = (uploadId: string | null) => {
      if (uploadId !== null) return
      drafts.forgetUpload()
      if (latest.current === begun) setTransfer(null)
    }
    // Callers that await `finished` handle a failure.
    begun.finished.then(handleEnd, () => {})
    return begun
  }
  return { transfer, latestTransfer: () => latest.current, begin, stop: () => setTransfer(null) }
}

function beginTransfer(drafts: UploadDrafts): Transfer | undefined {
  const draft = drafts.latest()
  const { video, remembered } = draft
  if (!video) return
  const uploadUrl = continuedUrl(draft)
  if (remembered?.uploadUrl && !uploadUrl) removeUpload(remembered.uploadUrl)
  return new Transfer({ file: video, uploadUrl, onUrl: (url) => drafts.rememberUpload(video, url) })
}

const leaveQuestion = {
  title: 'Leave this page?',
  text: 'The upload stops. You can continue it when you come back.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  isCancelSafe: true,
}

/** Asks before the page is left while a file is sent or its video published. Returns a function that turns this off. */
export function useLeaveQuestion(transfer: Transfer | null) {
  const { subscribe } = transfer?.progress ?? noProgress
  const phase = useStore({ subscribe, get: () => transfer?.progress.get().phase })
  return useUnsaved(phase !== undefined && phase !== 'sent', { question: leaveQuestion })
}

const noProgress = { subscribe: () => () => {} }
