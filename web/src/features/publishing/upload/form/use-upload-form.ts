import type { Video } from '@vireo/contract'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Drafts } from '../../../../lib/forms/drafts.ts'
import { type FieldErrors, useFieldErrors } from '../../../../lib/forms/use-field-errors.ts'
import { useIsUnmounted } from '../../../../lib/hooks/use-is-unmounted.ts'
import { useSendFailure } from '../../../people/accounts/use-send-failure.ts'
import { type Draft, type DraftField, problemsOf, stepAfterChoice, type Thumbnail } from '../draft.ts'
import { thumbnailProblem, videoProblem } from '../file-problem.ts'
import { useLeaveQuestion } from '../transfer/use-transfer.ts'
import { type Outcome, useUpload } from '../use-upload.ts'
import { useUploadDrafts } from '../use-upload-drafts.ts'

type UploadFormOptions = {
  ownerId: string
  initial: Drafts<Draft>
  onPublished: (video: Video, isUnmounted: boolean) => void
}

/** The form's content, its errors, the upload, and the actions. */
export function useUploadForm({ ownerId, initial, onPublished }: UploadFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const drafts = useUploadDrafts(ownerId, initial)
  const errors = useFieldErrors(problemsOf(drafts.draft))
  const upload = useUpload(drafts)
  const { transfer, isSubmitted } = upload
  const { failure, fail, clearFailure } = useSendFailure(drafts.putAside, errors.reset)
  const allowLeaving = useLeaveQuestion(transfer)
  const isUnmounted = useIsUnmounted()
  useFocusAfterUpload(isSubmitted, submitButton)

  const showProblems = () => {
    flushSync(errors.touchAll)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const finish = (outcome: Outcome) => {
    if (outcome.kind === 'invalid') showProblems()
    if (outcome.kind === 'failed') fail(outcome.error, outcome.message)
    if (outcome.kind !== 'published') return
    allowLeaving()
    onPublished(outcome.video, isUnmounted.current)
  }
  const publish = async () => {
    clearFailure()
    finish(await upload.submit())
  }
  const publishUploaded = async () => {
    clearFailure()
    finish(await upload.publishUploaded())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    errors.setRefused('video', undefined)
    if (errors.hasProblems) showProblems()
    else void publish()
  }
  const sendInAdvance = async () => {
    const problem = await upload.send()
    if (problem) errors.setRefused('video', problem)
  }
  const parts = { form, drafts, errors, upload }
  const chooseVideo = (file: File) => {
    const step = takeVideo(file, parts)
    if (step === 'publish') void publish()
    if (step === 'send') void sendInAdvance()
  }
  const actions = { submit, publishUploaded, chooseVideo, ...createActions(parts, clearFailure) }
  return { form, submitButton, drafts, errors, transfer, isSubmitted, failure, ...actions }
}

type Parts = {
  form: RefObject<HTMLFormElement | null>
  drafts: ReturnType<typeof useUploadDrafts>
  errors: FieldErrors<DraftField>
  upload: ReturnType<typeof useUpload>
}

/** Returns the upload's next step; none for a file that is refused. */
function takeVideo(file: File, { drafts, errors, upload }: Parts) {
  const problem = videoProblem(file)
  errors.setRefused('video', problem)
  if (problem) return undefined
  if (upload.transfer) {
    upload.stop()
    drafts.discardUpload()
  }
  drafts.chooseVideo(file)
  return stepAfterChoice(drafts.latest())
}

function createActions({ form, drafts, errors, upload }: Parts, clearFailure: () => void) {
  const reset = () => {
    clearFailure()
    errors.reset()
    upload.stop()
  }
  const setThumbnail = (thumbnail: Thumbnail | null) => {
    errors.setRefused('thumbnail', undefined)
    drafts.edit({ thumbnail })
  }
  return {
    removeVideo: () => {
      errors.setRefused('video', undefined)
      upload.stop()
      drafts.removeVideo()
    },
    setThumbnail,
    chooseThumbnail: (file: File) => {
      const problem = thumbnailProblem(file)
      if (problem) errors.setRefused('thumbnail', problem)
      else setThumbnail({ image: file, isFrame: false })
    },
    clear: () => {
      reset()
      drafts.putAside()
    },
    restore: () => {
      reset()
      drafts.restore()
      // The pressed button disappears.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type="file"]')?.focus())
    },
    discard: () => {
      clearFailure()
      drafts.discard()
    },
  }
}

/** The cancel dialog needs a moment to close. */
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
