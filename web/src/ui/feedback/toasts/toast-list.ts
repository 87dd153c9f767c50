import { createStore } from '../../../lib/store/store.ts'
import type { Toast } from './toast.ts'

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
