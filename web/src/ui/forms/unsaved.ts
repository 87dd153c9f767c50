import { createContext, useContext, useEffect, useRef } from 'react'
import type { ConfirmOptions } from '../overlays/confirm-dialog.tsx'

export const discardQuestion: ConfirmOptions = {
  title: 'Discard changes?',
  text: 'What you changed here has not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  isCancelSafe: true,
}

/** For each form with unsaved changes, what to ask before it is left. */
export type Unsaved = Map<object, ConfirmOptions>

const onThisPage: Unsaved = new Map()

/** What to ask before this page is left, if something on it is unsaved. */
export const questionBeforeLeaving = () => [...onThisPage.values()].at(-1)

/** The unsaved forms of the dialog around them. */
export const DialogUnsavedContext = createContext<Unsaved | null>(null)

/**
 * While `isUnsaved`, leaving the page or closing the dialog around the form asks first. Short texts and settings ask; long
 * texts are kept as drafts instead (lib/forms/drafts.ts). Returns a function that ends the asking, for a form that was
 * saved and leads to another page at once.
 */
export function useUnsaved(isUnsaved: boolean, question = discardQuestion): () => void {
  const inDialog = useContext(DialogUnsavedContext)
  const release = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return
    const form = {}
    onThisPage.set(form, question)
    inDialog?.set(form, question)
    // Reloading, closing, another site: the browser asks in its own words.
    addEventListener('beforeunload', askBrowser)
    release.current = () => {
      onThisPage.delete(form)
      inDialog?.delete(form)
      if (onThisPage.size === 0) removeEventListener('beforeunload', askBrowser)
    }
    return () => release.current()
  }, [isUnsaved, question, inDialog])
  return () => release.current()
}

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault()
