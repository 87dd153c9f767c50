import { showToast, toastError } from './toast.ts'
import type { ToastAction } from './toast-list.ts'

const undoMs = 8000

/** Offers Undo for a while after something was removed; `also` is a likely next step. */
export function toastUndo(message: string, onUndo: () => void, also?: ToastAction, durationMs = undoMs) {
  const actions = [{ label: 'Undo', onPress: onUndo }, ...(also ? [also] : [])]
  showToast({ type: 'info', message, durationMs, actions, canRepeat: true })
}

export type DeletionUndo = {
  message: string
  /** How long it is offered. */
  seconds: number
  restore: () => Promise<unknown>
  failed: string
}

/** Offers to restore what was deleted. */
export function toastDeletionUndo({ message, seconds, restore, failed }: DeletionUndo) {
  const undo = () => void restore().catch(() => toastError(failed))
  toastUndo(message, undo, undefined, seconds * 1000)
}
