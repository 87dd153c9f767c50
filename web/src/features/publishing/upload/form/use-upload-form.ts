import type { Video } from '@vireo/contract'
import { type FormEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Drafts } from '../../../../lib/forms/drafts.ts'
import { type FieldErrors, useFieldErrors } from '../../../../lib/forms/use-field-errors.ts'
import { useIsUnmounted } from '../../../../lib/hooks/use-is-unmounted.ts'
import { useSendFailure } from '../../../people/accounts/use-send-failure.ts'
import { type Draft, type DraftField, problemsOf, stepAfterChoice } from '../draft.ts'
import { videoProblem } from '../file-problem.ts'
import { useLeaveQuestion } from '../transfer/use-transfer.ts'
import { useUpload } from '../use-upload.ts'
import { type UploadDrafts, useUploadDrafts } from '../use-upload-drafts.ts'

type UploadFormOptions = {
  ownerId: string
  initial: Drafts<Draft>
  onPublished: (video: Video, isUnmounted: boolean) => void
}

/** The form's content, its errors, the upload, and the actions. */
export function useUploadForm({ ownerId, initial, onPublished }: UploadFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const drafts = useUploadDrafts(ownerId, initial)
  const errors = useFieldErrors(problemsOf(drafts.draft))
  const upload = useUpload(drafts)
  const publishing = usePublishing({ form, drafts, errors, upload, onPublished })
  const { publish, submit, failure, clearFailure } = publishing

  const chooseVideo = async (file: File) => {
    const refusal = videoProblem(file)
    errors.setRefused('video', refusal)
    if (refusal) return
    if (upload.transfer) {
      upload.stop()
      drafts.discardUpload()
    }
    drafts.chooseVideo(file)
    const step = stepAfterChoice(drafts.latest())
    if (step === 'publish') return publish()
    if (step === 'wait') return
    const problem = await upload.start()
    if (problem) errors.setRefused('video', problem)
  }
  const removeVideo = () => {
    errors.setRefused('video', undefined)
    upload.stop()
    drafts.removeVideo()
  }
  const reset = () => {
    clearFailure()
    errors.reset()
    upload.stop()
  }
  const clear = () => {
    reset()
    drafts.setAside()
  }
  const restore = () => {
    reset()
    drafts.restore()
    // The pressed button disappears.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type="file"]')?.focus())
  }
  const discard = () => {
    clearFailure()
    drafts.discard()
  }
  const actions = { chooseVideo, removeVideo, clear, restore, discard, publish, submit }
  return { form, drafts, errors, upload, failure, actions }
}

type PublishingOptions = {
  form: RefObject<HTMLFormElement | null>
  drafts: UploadDrafts
  errors: FieldErrors<DraftField>
  upload: ReturnType<typeof useUpload>
  onPublished: UploadFormOptions['onPublished']
}

/** Publishes the form, or shows why that is not possible. */
function usePublishing({ form, drafts, errors, upload, onPublished }: PublishingOptions) {
  const { failure, fail, clearFailure } = useSendFailure(drafts.setAside, errors.reset)
  const allowLeaving = useLeaveQuestion(upload.transfer)
  const isUnmounted = useIsUnmounted()
  const showProblems = () => {
    flushSync(errors.touchAll)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const publish = async (options?: { isAfterReload: boolean }) => {
    clearFailure()
    const outcome = await upload.publish(options)
    if (outcome.kind === 'invalid') showProblems()
    if (outcome.kind === 'failed') fail(outcome.error, outcome.message)
    if (outcome.kind !== 'published') return
    allowLeaving()
    onPublished(outcome.video, isUnmounted.current)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    errors.setRefused('video', undefined)
    if (errors.hasProblems) showProblems()
    else void publish()
  }
  return { publish, submit, failure, clearFailure }
}
