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

/** What to ask before this page is left, if something on it is unsaved. */
export const questionBeforeLeaving = () => [...onThisPage.values()].at(-1)

/**
 * For each form in a dialog with unsaved changes, what to ask before the dialog is closed. While a form is being saved,
 * the dialog stays: if that fails, the changes are still there.
 */
export type Unsaved = Map<object, ConfirmOptions | 'saving'>

export const DialogUnsavedContext = createContext<Unsaved | null>(null)

/**
 * While `isUnsaved`, leaving the page or closing the dialog around the form asks first. Short texts and settings ask; long
 * texts are kept as drafts instead (lib/forms/drafts.ts). Returns a function that ends the asking, for a form that was
 * saved and leads to another page at once.
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
    // Reloading, closing, another site: the browser asks in its own words.
    addEventListener('beforeunload', askBrowser)
    release.current = () => {
      onThisPage.delete(form)
      inDialog?.delete(form)
      if (onThisPage.size === 0) removeEventListener('beforeunload', askBrowser)
    }
    return () => release.current()
  }, [isUnsaved, question, isSaving, inDialog])
  return () => release.current()
}

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
