// Counts page views. Built as a separate file, /insights/script.js, so it must not import what the app imports.
import { pathOfPage, routeOf } from '@vireo/contract'

/** See build/insights.ts. */
declare const __VIEW_ADDRESS__: string

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
let last: string | undefined

function report() {
  const path = pathOfPage(location.pathname)
  // A change of only the query string is not a new page view. Offline, the call would only log an error.
  if (path === last || !navigator.onLine) return
  last = path
  const body = JSON.stringify({ route: routeOf(path), path })
  const headers = { 'content-type': 'application/json' }
  // Without cookies, so that the server cannot tell who it is. Losing a view now and then is fine.
  fetch(__VIEW_ADDRESS__, { method: 'POST', headers, body, credentials: 'omit', keepalive: true }).catch(
    () => {},
  )
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
