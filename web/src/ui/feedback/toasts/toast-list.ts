import { createStore } from '../../../lib/store/store.ts'

export type ToastAction = { label: string; onPress: () => void }

export type Toast = {
  /** Errors appear at the bottom right, everything else at the top right. */
  type: 'error' | 'success' | 'info'
  message: string
  durationMs: number
  /** Each closes the toast. */
  actions?: ToastAction[]
  /** The first action gets the focus, which returns to this element when the toast is closed. */
  opener?: HTMLElement | undefined
  /** Whether the same message can refer to something else and is shown beside an earlier one. */
  canRepeat?: boolean
}

export type ShownToast = Toast & {
  id: number
  /** How often it was raised. Each time its clock restarts and its message is announced again. */
  raised: number
  /** It fades out. */
  isClosing: boolean
}

/** The newest last. */
export const shownToasts = createStore<ShownToast[]>([])
let lastId = 0

/** Repeating a message restarts the toast that still shows it. */
export function addToast(toast: Toast) {
  const shown = shownToasts.get()
  const earlier = toast.canRepeat ? undefined : shown.find((other) => isSameMessage(other, toast))
  if (earlier) {
    const again = { ...toast, id: earlier.id, raised: earlier.raised + 1, isClosing: false }
    return shownToasts.set(shown.map((other) => (other === earlier ? again : other)))
  }
  lastId += 1
  shownToasts.set([...shown, { ...toast, id: lastId, raised: 1, isClosing: false }])
}

const isSameMessage = (shown: ShownToast, { type, message }: Toast) =>
  !shown.canRepeat && !shown.isClosing && shown.type === type && shown.message === message

export function closeToast(id: number) {
  shownToasts.set(shownToasts.get().map((toast) => (toast.id === id ? { ...toast, isClosing: true } : toast)))
}

export function removeToast(id: number) {
  shownToasts.set(shownToasts.get().filter((toast) => toast.id !== id))
}
