// Counts page views. Built as a separate file, /insights/script.js, so it must not import modules of the app.
import { pathOfPage, routeOf } from '@vireo/contract'

/** See build/page-views.ts. */
declare const __PAGE_VIEWS_ADDRESS__: string

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
let last: string | undefined

function report() {
  const path = pathOfPage(location.pathname)
  // A change to the query string alone is not a page view. Offline, the call would only log an error.
  if (path === last || !navigator.onLine) return
  last = path
  const body = JSON.stringify({ route: routeOf(path), path })
  const headers = { 'content-type': 'application/json' }
  // Without cookies, so that the server cannot identify the visitor. An occasional lost view is acceptable.
  fetch(__PAGE_VIEWS_ADDRESS__, {
    method: 'POST',
    headers,
    body,
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {})
}

if (doNotTrack !== '1' && !globalPrivacyControl) {
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name]
    history[name] = (...args) => {
      change.apply(history, args)
      report()
    }
  }
  addEventListener('popstate', report)
  report()
}
