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
  /** Whether the same message can be about something else, so that it is shown beside an earlier one. */
  canRepeat?: boolean
}

export type ShownToast = Toast & {
  id: number
  /** How often it was raised. Each time its clock begins anew and its message is announced again. */
  raised: number
  /** It fades out. */
  isClosing: boolean
}

/** The newest last. */
export const shownToasts = createStore<ShownToast[]>([])
let lastId = 0

/** The same message again restarts the toast that still shows it. */
export function addToast(toast: Toast) {
  const shown = shownToasts.get()
  const earlier = shown.find(
    ({ type, message, isClosing }) =>
      !toast.canRepeat && !isClosing && type === toast.type && message === toast.message,
  )
  if (earlier) return replace(earlier.id, { ...toast, raised: earlier.raised + 1 })
  lastId += 1
  shownToasts.set([...shown, { ...toast, id: lastId, raised: 1, isClosing: false }])
}

export const closeToast = (id: number) => replace(id, { isClosing: true })

export function removeToast(id: number) {
  shownToasts.set(shownToasts.get().filter((toast) => toast.id !== id))
}

function replace(id: number, changes: Partial<ShownToast>) {
  shownToasts.set(shownToasts.get().map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)))
}
