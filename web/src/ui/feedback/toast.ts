import type { ToastOptions } from 'react-toastify/unstyled'
import { createLoader } from '../../lib/loading/loader.ts'
import { logFailure } from '../../lib/log.ts'
import type { ToastAction } from './toast-host.tsx'

const loadHost = createLoader(() => import('./toast-host.tsx'))

/** Called when the page is idle: a toast has to be shown even if the connection was lost since. */
export function loadToasts() {
  withToasts(() => {})
}

export function withToasts(show: (host: typeof import('./toast-host.tsx')) => void) {
  loadHost().then(show, (error: unknown) => logFailure('Toasts could not be loaded', error))
}

function show(type: 'error' | 'success' | 'info', message: string, options: ToastOptions) {
  withToasts(({ showToast }) => showToast(type, message, options))
}

export const errorOptions: ToastOptions = {
  position: 'bottom-right',
  autoClose: 3000,
  closeButton: true,
  pauseOnHover: true,
  draggable: true,
}

export function toastError(message: string) {
  show('error', message, errorOptions)
}

/** `action` is a likely next step; the mouse and the focus keep the toast open. */
export function toastSuccess(message: string, action?: ToastAction, autoClose = 1000) {
  const options = { autoClose, role: 'status' }
  if (!action) return show('success', message, options)
  withToasts(({ showActions }) => showActions('success', message, [action], options))
}

/** A neutral message with the default position and time: top right, 5000 ms. */
export function toastNotice(message: string) {
  show('info', message, { role: 'status' })
}
