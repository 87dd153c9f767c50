import { showToast } from './toast.ts'
import type { ToastAction } from './toast-list.ts'

const undoMs = 8000

/** Offers Undo for a while after something was removed; `also` is a likely next step. */
export function toastUndo(message: string, onUndo: () => void, also?: ToastAction) {
  const actions = [{ label: 'Undo', onPress: onUndo }, ...(also ? [also] : [])]
  showToast({ type: 'info', message, durationMs: undoMs, actions, canRepeat: true })
}
