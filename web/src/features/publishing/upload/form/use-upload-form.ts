import type { Video } from '@vireo/contract'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Drafts } from '../../../../lib/forms/drafts.ts'
import { type FieldErrors, useFieldErrors } from '../../../../lib/forms/use-field-errors.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import {
  continuedUrl,
  type Draft,
  type DraftField,
  isComplete,
  problemsOf,
  type Thumbnail,
} from '../draft.ts'
import { thumbnailProblem, videoProblem } from '../file-problem.ts'
import type { Transfer } from '../transfer/transfer.ts'
import { useUpload } from '../use-upload.ts'
import { type DraftsControl, useUploadDrafts } from '../use-upload-drafts.ts'

type UploadFormOptions = {
  ownerId: string
  initial: Drafts<Draft>
  onPublished: (video: Video, hasLeft: boolean) => void
}

/** The form's content, its errors, the upload, and what the buttons do. */
export function useUploadForm({ ownerId, initial, onPublished }: UploadFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const drafts = useUploadDrafts(ownerId, initial)
  const errors = useFieldErrors(problemsOf(drafts.draft))
  const showProblems = () => {
    flushSync(errors.touchAll)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const upload = useUpload({
    drafts,
    resetErrors: errors.reset,
    onPublished: (video, hasLeft) => {
      allowLeaving()
      onPublished(video, hasLeft)
    },
    onUnsent: (message) => errors.setRefused('video', message),
    onProblem: showProblems,
  })
  const { transfer, isSubmitted, failure } = upload
  const allowLeaving = useUnsaved(useIsRunning(transfer), { question: leaveQuestion })
  useFocusAfterUpload(isSubmitted, submitButton)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    errors.setRefused('video', undefined)
    if (errors.hasProblems) showProblems()
    else void upload.submit()
  }
  const draftActions = createDraftActions({
    form,
    drafts,
    errors,
    stopUpload: upload.stop,
    clearFailure: upload.clearFailure,
  })
  const fileChoices = createFileChoices(drafts, errors, upload)
  const state = { drafts, errors, transfer, isSubmitted, failure }
  const { publishUploaded } = upload
  return { form, submitButton, ...state, submit, publishUploaded, ...draftActions, ...fileChoices }
}

type DraftActionOptions = {
  form: RefObject<HTMLFormElement | null>
  drafts: DraftsControl
  errors: FieldErrors<DraftField>
  stopUpload: () => void
  clearFailure: () => void
}

function createDraftActions({ form, drafts, errors, stopUpload, clearFailure }: DraftActionOptions) {
  return {
    clear: () => {
      clearFailure()
      errors.reset()
      stopUpload()
      drafts.putAside()
    },
    restore: () => {
      clearFailure()
      errors.reset()
      stopUpload()
      drafts.restore()
      // The button that was pressed disappears.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type="file"]')?.focus())
    },
    discard: () => {
      clearFailure()
      drafts.discard()
    },
  }
}

function createFileChoices(
  drafts: DraftsControl,
  errors: FieldErrors<DraftField>,
  upload: Pick<ReturnType<typeof useUpload>, 'transfer' | 'send' | 'submit' | 'stop'>,
) {
  const setThumbnail = (thumbnail: Thumbnail | null) => {
    errors.setRefused('thumbnail', undefined)
    drafts.edit({ thumbnail })
  }
  return {
    setThumbnail,
    chooseThumbnail: (file: File) => {
      const problem = thumbnailProblem(file)
      if (problem) errors.setRefused('thumbnail', problem)
      else setThumbnail({ image: file, isFrame: false })
    },
    chooseVideo: (file: File) => {
      const problem = videoProblem(file)
      errors.setRefused('video', problem)
      if (problem) return
      if (upload.transfer) {
        upload.stop()
        drafts.giveUpUpload()
      }
      drafts.chooseVideo(file)
      const chosen = drafts.latest()
      // The page had asked for this file in order to continue its upload, which needs no further click.
      if (continuedUrl(chosen) && chosen.remembered?.wasSubmitted && isComplete(chosen)) void upload.submit()
      // The unfinished upload of another file is kept until this one is submitted: it may have been chosen by mistake.
      else if (continuedUrl(chosen) || !chosen.remembered?.uploadUrl) upload.send()
    },
    removeVideo: () => {
      errors.setRefused('video', undefined)
      upload.stop()
      drafts.removeVideo()
    },
  }
}

/** Whether a transfer has not sent all of its file, or the video is being published. */
function useIsRunning(transfer: Transfer | null) {
  const { subscribe } = transfer?.progress ?? nothing
  const phase = useStore({ subscribe, get: () => transfer?.progress.get().phase })
  return phase !== undefined && phase !== 'sent'
}

const nothing = { subscribe: () => () => {} }

const leaveQuestion = {
  title: 'Leave this page?',
  text: 'The upload stops. You can continue it when you come back.',
  confirmLabel: 'Leave',
  cancelLabel: 'Stay',
  isCancelSafe: true,
}

/** The dialog that asked whether to cancel needs a moment to close. */
const dialogClosingMs = 300

/** The progress panel, which had the focus, disappears when the upload ends. */
function useFocusAfterUpload(isUploading: boolean, target: RefObject<HTMLElement | null>) {
  const wasUploading = useRef(false)
  useEffect(() => {
    const hasEnded = wasUploading.current && !isUploading
    wasUploading.current = isUploading
    if (!hasEnded) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) target.current?.focus()
    }, dialogClosingMs)
    return () => clearTimeout(timer)
  }, [isUploading, target])
}
