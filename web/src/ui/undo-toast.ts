import { loadToasts } from './toast.ts'

export type ToastAction = { label: string; onPress: () => void }

const undoMs = 8000

/** Something was taken away and can be brought back for a while; `also` is a next step that one may want. */
export function toastUndo(message: string, onUndo: () => void, also?: ToastAction) {
  const actions = [{ label: 'Undo', onPress: onUndo }, ...(also ? [also] : [])]
  loadToasts().then(
    ({ showActions }) => showActions(message, actions, { role: 'status', autoClose: undoMs }),
    () => {},
  )
}
