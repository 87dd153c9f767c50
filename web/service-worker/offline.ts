// The script of the offline page, shown when a page cannot be loaded.

const retryEveryMs = 5000

try {
  // As in first-paint/script.js.
  const stored = localStorage.getItem('theme')
  const isSystem = stored !== 'dark' && localStorage.getItem('theme-system') === 'true'
  const isLight = stored === 'light' || (isSystem && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.classList.toggle('dark', !isLight)
  if (isLight) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#FBFCFA')
} catch {
  // Storage may be blocked; dark is the default.
}

const setText = (id: string, text: string) => {
  const element = document.getElementById(id)
  // Screen readers announce every change.
  if (element && element.textContent !== text) element.textContent = text
}

function explain() {
  if (!navigator.onLine) {
    setText('title', 'You are offline')
    setText('text', 'Check your connection. This page opens by itself as soon as you are back online.')
  } else {
    setText('title', 'Vireo can’t be reached')
    setText('text', 'The server does not answer at the moment. This page opens by itself when it does.')
  }
}

/** Loads the requested page if the server answers. */
async function retry() {
  explain()
  const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isBack) location.reload()
}

document.addEventListener('DOMContentLoaded', () => {
  explain()
  document.getElementById('retry')?.addEventListener('click', () => location.reload())
})
window.addEventListener('online', () => void retry())
window.addEventListener('offline', explain)
// A notification was clicked.
navigator.serviceWorker?.addEventListener('message', ({ data }) => location.assign(data.open))
setInterval(() => document.hidden || void retry(), retryEveryMs)
