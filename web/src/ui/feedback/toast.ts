import type { ToastOptions } from 'react-toastify/unstyled'
import { logFailure } from '../../lib/log.ts'
import type { ToastAction } from './toast-host.tsx'

/** Toasts are rare, so their code is loaded with the first one. */
let host: Promise<typeof import('./toast-host.tsx')> | undefined

/** Also called on the first interaction, so that toasts still work when the connection is lost later. */
export function loadToasts() {
  host ??= import('./toast-host.tsx')
  host.catch((error: unknown) => {
    // A failed load must not stop every later toast.
    host = undefined
    logFailure('Toasts could not be loaded', error)
  })
  return host
}

function show(type: 'error' | 'success' | 'info', message: string, options: ToastOptions) {
  loadToasts().then(
    ({ showToast }) => showToast(type, message, options),
    () => {},
  )
}

export function toastError(message: string) {
  show('error', message, {
    position: 'bottom-right',
    autoClose: 3000,
    closeButton: true,
    pauseOnHover: true,
    draggable: true,
  })
}

/** `action` is a likely next step; the mouse and the focus keep the toast open. */
export function toastSuccess(message: string, action?: ToastAction, autoClose = 1000) {
  const options = { autoClose, role: 'status' }
  if (!action) return show('success', message, options)
  loadToasts().then(
    ({ showActions }) => showActions(message, [action], { ...options, type: 'success' }),
    () => {},
  )
}

/** A neutral message with the default position and time: top right, 5000 ms. */
export function toastNotice(message: string) {
  show('info', message, { role: 'status' })
}
