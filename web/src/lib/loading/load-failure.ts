// Vite reports every failed import(), whether of a page or a dialog.
const loadFailures = new WeakSet<Error>()
window.addEventListener('vite:preloadError', ({ payload }) => loadFailures.add(payload))

/** Code could not be loaded: the connection is gone, or a deploy replaced the file. */
export function isLoadFailure(error: unknown) {
  return error instanceof Error && loadFailures.has(error)
}

const storageKey = 'reloaded-at'
const minReloadIntervalMs = 60_000

export async function isServerReachable() {
  try {
    const response = await fetch('/healthz', { cache: 'no-store' })
    return response.ok
  } catch {
    return false
  }
}

/** Reloads unless it did so a moment ago: a file that is missing for good must not cause an endless loop. */
export async function reloadOnce() {
  try {
    const last = Number(sessionStorage.getItem(storageKey))
    if (Date.now() - last < minReloadIntervalMs || !(await isServerReachable())) return false
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without storage we cannot know whether this is the first reload.
    return false
  }
  window.location.reload()
  return true
}
