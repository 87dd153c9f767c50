import { withToasts } from './toast.ts'
import type { ToastAction } from './toast-host.tsx'

const undoMs = 8000

/** Offers Undo for a while after something was removed; `also` is a likely next step. */
export function toastUndo(message: string, onUndo: () => void, also?: ToastAction) {
  const actions = [{ label: 'Undo', onPress: onUndo }, ...(also ? [also] : [])]
  withToasts(({ showActions }) =>
    showActions('info', message, actions, { role: 'status', autoClose: undoMs }),
  )
}
