import { createLoader } from '../../../lib/loading/loader.ts'
import { logFailure } from '../../../lib/log.ts'
import { addToast, type Toast, type ToastAction } from './toast-list.ts'

const errorMs = 3000
const successMs = 1000
const infoMs = 5000

const loadHost = createLoader(() => import('./toast-host.tsx'))

/** Called when the page is idle, so that toasts can be shown after the connection is lost. */
export function loadToasts() {
  whenLoaded(() => {})
}

export function showToast(toast: Toast) {
  whenLoaded(() => addToast(toast))
}

function whenLoaded(then: () => void) {
  loadHost().then(then, (error: unknown) => logFailure('Toasts could not be loaded', error))
}

export function toastError(message: string, more?: Pick<Toast, 'actions' | 'opener'>) {
  showToast({ type: 'error', message, durationMs: errorMs, ...more })
}

/** `action` is a likely next step for the subject of the message. */
export function toastSuccess(message: string, action?: ToastAction, durationMs = successMs) {
  showToast({
    type: 'success',
    message,
    durationMs,
    ...(action && { actions: [action], canRepeat: true }),
  })
}

export function toastNotice(message: string) {
  showToast({ type: 'info', message, durationMs: infoMs })
}
