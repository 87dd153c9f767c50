import { createContext, useContext, useEffect, useRef } from 'react'
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx'

export const discardQuestion: ConfirmOptions = {
  title: 'Discard changes?',
  text: 'What you changed here has not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  isCancelSafe: true,
}

const onThisPage = new Map<object, ConfirmOptions>()

/** The question before this page is left, if something on it is unsaved. */
export const findLeaveQuestion = () => [...onThisPage.values()].at(-1)

/**
 * For each form in a dialog with unsaved changes, the question before the dialog is closed. The dialog stays open while
 * a form is being saved, so that the changes are not lost if that fails.
 */
export type Unsaved = Map<object, ConfirmOptions | 'saving'>

export const DialogUnsavedContext = createContext<Unsaved | null>(null)

/**
 * While `isUnsaved`, leaving the page or closing the form's dialog asks first. For short texts and settings; long texts
 * are kept as drafts instead (lib/forms/drafts.ts). Returns a function that stops the asking, for a form that was saved
 * and leads to another page at once.
 */
export function useUnsaved(
  isUnsaved: boolean,
  { question = discardQuestion, isSaving = false } = {},
): () => void {
  const inDialog = useContext(DialogUnsavedContext)
  const release = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return
    const form = {}
    onThisPage.set(form, question)
    inDialog?.set(form, isSaving ? 'saving' : question)
    // When reloading, closing or going to another site, the browser asks in its own words.
    addEventListener('beforeunload', preventUnload)
    release.current = () => {
      onThisPage.delete(form)
      inDialog?.delete(form)
      if (onThisPage.size === 0) removeEventListener('beforeunload', preventUnload)
    }
    return () => release.current()
  }, [isUnsaved, question, isSaving, inDialog])
  return () => release.current()
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
