import { limits } from '@vireo/contract'
import { isNotFound } from '../../../lib/api-client.ts'
import { showToast, toastError } from './toast.ts'
import type { ToastAction } from './toast-list.ts'

const undoMs = 8000

/** Offers Undo for a while after something was removed; `also` is a likely next step. */
export function toastUndo(message: string, onUndo: () => void, also?: ToastAction, durationMs = undoMs) {
  const actions = [{ label: 'Undo', onPress: onUndo }, ...(also ? [also] : [])]
  showToast({ type: 'info', message, durationMs, actions, canRepeat: true })
}

export type DeletionUndo = { message: string; restore: () => Promise<unknown>; failed: string }

/** Offers Undo for longer, after something was deleted that cannot be restored otherwise. */
export function toastDeletionUndo({ message, restore, failed }: DeletionUndo) {
  const undo = () =>
    void restore().catch((error: unknown) =>
      toastError(isNotFound(error) ? 'It is too late to undo this.' : failed),
    )
  toastUndo(message, undo, undefined, limits.deletionUndoSeconds * 1000)
}
