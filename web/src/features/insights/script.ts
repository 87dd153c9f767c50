// Counts page views. It is a file of its own, /insights/script.js, and so imports nothing that the app does.
import { pathOfPage, routeOf } from '@vireo/contract/rules/pages'

/** See build/insights.ts. */
declare const __VIEW_ADDRESS__: string

const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
let last: string | undefined

function report() {
  const path = pathOfPage(location.pathname)
  // Another query of the same page is no other page, and offline there would only be an error in the console.
  if (path === last || !navigator.onLine) return
  last = path
  const body = JSON.stringify({ route: routeOf(path), path })
  const headers = { 'content-type': 'application/json' }
  // Without cookies, so that the server could not tell who it is. A view that is lost is not missed.
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
