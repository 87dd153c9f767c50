/** Toasts come rarely, so their code is loaded with the first one. */
let host: Promise<typeof import('./toast-host.tsx')> | undefined

/** Also called on the first touch of the page: when the connection is lost later, its toast can still show. */
export function loadToasts() {
  host ??= import('./toast-host.tsx')
  // A failed load must not stop every later toast.
  host.catch(() => {
    host = undefined
  })
  return host
}

export async function toastError(message: string) {
  const { showToast } = await loadToasts()
  showToast('error', message, {
    position: 'bottom-right',
    autoClose: 3000,
    closeButton: true,
    pauseOnHover: true,
    draggable: true,
  })
}

/** 1000 ms in the feature screens, 3000 ms for subscriptions. */
export async function toastSuccess(message: string, { autoClose = 1000 }: { autoClose?: number } = {}) {
  const { showToast } = await loadToasts()
  showToast('success', message, { autoClose, role: 'status' })
}
