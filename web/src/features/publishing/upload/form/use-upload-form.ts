import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldErrors } from '../../../../lib/forms/use-field-errors.ts'
import { useIsUnmounted } from '../../../../lib/hooks/use-is-unmounted.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { type Draft, problemsOf, stepAfterChoice } from '../draft.ts'
import {
  chooseVideo,
  clearFailure,
  discardUpload,
  findEntry,
  patchEntry,
  removeVideo,
  showInForm,
  type Uploads,
  updateDraft,
  uploads,
} from '../entries/entries.ts'
import type { Entry } from '../entries/entry.ts'
import { followPublishing, publish } from '../entries/publishing.ts'
import { beginSending, removeEntry, sendFiles, stopSending } from '../entries/sending.ts'
import { videoProblem } from '../file-problem.ts'

type UploadFormOptions = { state: Uploads; entry: Entry; onPublished: () => void }

/** The form's element and errors, and what its fields and buttons do with the current entry. */
export function useUploadForm({ state, entry, onPublished }: UploadFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const queryClient = useQueryClient()
  const isUnmounted = useIsUnmounted()
  const { id, draft } = entry
  const errors = useFieldErrors(problemsOf(draft))
  // The message about a failure takes the focus from the current field, which must not count as leaving it empty.
  const resetErrors = useEffectEvent(() => errors.reset())
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form gets another entry or shows a failure
  useEffect(() => resetErrors(), [id, state.failure])
  const leave = useEffectEvent(onPublished)
  useEffect(() => followPublishing(() => leave()), [])

  const showProblems = () => {
    flushSync(errors.touchAll)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const publishEntry = async () => {
    const outcome = await publish(id, queryClient)
    if (outcome === 'invalid' && !isUnmounted.current && uploads.get()?.currentId === id) showProblems()
  }
  const chooseOne = (file: File) => {
    const refusal = videoProblem(file)
    errors.setRefused('video', refusal)
    if (refusal) return
    patchEntry(id, { problem: undefined })
    if (entry.transfer) {
      stopSending(id)
      discardUpload(id)
    }
    chooseVideo(id, file)
    const step = stepAfterChoice(findEntry(id)?.draft ?? draft)
    if (step === 'publish') void publishEntry()
    if (step === 'upload') beginSending(id)
  }
  /** Several files are several videos; the form shows the first one if it has none yet. */
  const choose = ([first, ...others]: File[]) => {
    const isReplacing = others.length === 0 || !draft.video
    if (first && isReplacing) chooseOne(first)
    const refusals = sendFiles(isReplacing ? others : [...(first ? [first] : []), ...others])
    for (const refusal of refusals) toastError(refusal)
  }
  const remove = () => {
    errors.setRefused('video', undefined)
    patchEntry(id, { problem: undefined })
    stopSending(id)
    removeVideo(id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    errors.setRefused('video', undefined)
    if (errors.hasProblems) showProblems()
    else void publishEntry()
  }
  const edit = (changes: Partial<Draft>) => updateDraft(id, (before) => ({ ...before, ...changes }))
  const drafts = draftActions(state, entry, form)
  return { form, errors, actions: { ...drafts, choose, remove, submit, edit } }
}

/** Puts the form's content aside and back. */
function draftActions({ setAsideId }: Uploads, { id }: Entry, form: RefObject<HTMLFormElement | null>) {
  const clear = () => {
    clearFailure()
    stopSending(id)
    showInForm(null)
  }
  const restore = () => {
    if (!setAsideId) return
    stopSending(id)
    patchEntry(setAsideId, { problem: undefined })
    showInForm(setAsideId)
    // The pressed button disappears.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type="file"]')?.focus())
  }
  const discard = () => {
    clearFailure()
    if (setAsideId) removeEntry(setAsideId)
  }
  return { clear, restore, discard }
}
