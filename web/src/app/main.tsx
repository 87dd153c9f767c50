import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { type DataRouter, RouterProvider } from 'react-router'
import { currentUserQuery } from '../features/people/accounts/api.ts'
import { followViewer } from '../features/people/accounts/follow-viewer.ts'
import { forgetDocument } from '../lib/loading/page-data.ts'
import { logFailure } from '../lib/log.ts'
import { createQueryClient } from '../lib/query/query-client.ts'
import { logRouteError } from '../navigation/errors/route-error.tsx'
import { watchPath } from '../navigation/links/watch-path.ts'
import { loadToasts } from '../ui/feedback/toasts/toast.ts'
import { createRouter } from './router.tsx'

const maxWaitMs = 700

const queryClient = createQueryClient(() => {
  // The session may have ended: ask the server instead of guessing.
  if (queryClient.getQueryData(currentUserQuery.queryKey)) {
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }
})

followViewer(queryClient)

// Both requests start at once, before React first renders.
const router = createRouter(queryClient)
void queryClient.prefetchQuery(currentUserQuery)

const firstPath = window.location.pathname
const stop = router.subscribe(({ location }) => {
  if (location.pathname === firstPath) return
  forgetDocument()
  stop()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// Renders once the page's code and data are loaded, or after `maxWaitMs` with a loading state. If the page's video is
// playing already, the page is not empty and can wait longer.
const firstPage = loadFirstPage(router)
const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
const isPlaying = root.hasChildNodes() && new RegExp(watchPath).test(firstPath)
void Promise.race(isPlaying ? [firstPage] : [firstPage, timeout]).then(() =>
  // A transition renders in slices, so that the player can handle the video's first files in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider
            router={router}
            onError={(error, { errorInfo }) => logRouteError(error, errorInfo)}
          />
        </QueryClientProvider>
      </StrictMode>,
    ),
  ),
)

// Browsers often draw a focus ring when a script moves the focus after a click; the style sheet hides it.
const { dataset } = document.documentElement
const options = { capture: true, passive: true }
window.addEventListener('pointerdown', () => (dataset.pointer = ''), options)
window.addEventListener('keydown', () => delete dataset.pointer, options)

// Not needed for the first page, but loaded before the connection can be lost, as toasts report such failures.
const whenIdle = window.requestIdleCallback ?? ((load: () => void) => setTimeout(load, 2000))
void firstPage.then(() => whenIdle(loadToasts, { timeout: 5000 }))
// Undefined without HTTPS, except on localhost.
const { serviceWorker } = navigator
// A notification was clicked. Registered at the start, because messages without a listener are lost.
serviceWorker?.addEventListener(
  'message',
  ({ data }: MessageEvent<{ open: string }>) => void router.navigate(data.open),
)
// The service worker makes the site installable, shows a page when it is offline, and receives notifications while it
// is closed.
if (import.meta.env.PROD) void firstPage.then(() => whenIdle(registerServiceWorker))
window.addEventListener('online', loadToasts)

function registerServiceWorker() {
  serviceWorker
    ?.register('/sw.js')
    .catch((error: unknown) => logFailure('The service worker could not be registered', error))
}

/** Waits for the page's code and the promises its loader returned. */
async function loadFirstPage({ state, subscribe }: DataRouter) {
  const { loaderData } = state.initialized
    ? state
    : await new Promise<DataRouter['state']>((resolve) => {
        const unsubscribe = subscribe((next) => {
          if (!next.initialized) return
          unsubscribe()
          resolve(next)
        })
      })
  await Promise.allSettled(Object.values(loaderData).flatMap((data) => Object.values(data ?? {})))
}
