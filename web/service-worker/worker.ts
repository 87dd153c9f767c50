import { shareAddress, sharedCache, sharedFile } from '../src/lib/store/share-target.ts'
import { isPage, otherPaths } from './pages.ts'

// Shows an offline page when a page cannot be loaded, receives shares to the installed app, and shows notifications
// while no page is open (decision 45). It stores neither pages nor API responses, which may be personal, and handles no
// other requests (decision 44).

declare const self: ServiceWorkerGlobalScope
/** The offline page and its Content-Security-Policy, built into this script so that they are always available. */
declare const __OFFLINE_PAGE__: string
declare const __OFFLINE_POLICY__: string

// Not from the contract, whose schemas would make this script many times larger.
const apiBase = '/api/v1'

/** Browsers with `addRoutes` load everything but pages without starting this worker. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?: (rules: object) => Promise<void>
}

const everythingElse = {
  condition: {
    or: [
      { not: { requestDestination: 'document' } },
      ...otherPaths.map((pathname) => ({ urlPattern: { pathname } })),
    ],
  },
  source: 'network',
}

self.addEventListener('install', (event: RoutedInstallEvent) => {
  // Some browsers have another rule format: then this worker is started for every request.
  event.waitUntil(Promise.resolve(event.addRoutes?.(everythingElse)).catch(() => {}))
  // No page depends on the worker's version, so a new one need not wait until all pages are closed.
  void self.skipWaiting()
})

// Earlier versions turned it on. Then a browser sends the request of a navigation before this worker is asked, and once
// more if it does not answer: a provider's callback, which is valid only once, would fail.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.disable()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.destination !== 'document') return
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === shareAddress) event.respondWith(receiveShare(request))
  if (request.method === 'GET' && isPage(pathname)) event.respondWith(loadPage(request))
})

async function loadPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': __OFFLINE_POLICY__,
    }
    return new Response(__OFFLINE_PAGE__, { status: 503, headers })
  }
}

/** Redirects to the form for the shared content. */
async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData()
  const texts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim())
  const values = form.getAll('files').filter((value) => value instanceof File)
  const files = values.filter(({ size }) => size > 0)
  const video = files.find(({ type }) => type.startsWith('video/'))
  if (video) return redirect('/upload-video', { shared: await keepFiles([video]), title: texts[0] ?? '' })
  const own = texts.find((text) => isOwnAddress(text))
  if (own && files.length === 0) return Response.redirect(own, 303)
  const text = [...new Set(texts)].filter(Boolean).join(' ')
  return redirect('/create-tweet', { ...(files.length > 0 && { shared: await keepFiles(files) }), text })
}

const isOwnAddress = (text: string) => URL.canParse(text) && new URL(text).origin === self.location.origin

function redirect(path: string, query: Record<string, string>): Response {
  const filled = Object.entries(query).filter(([, value]) => value)
  return Response.redirect(`${path}?${new URLSearchParams(filled)}`, 303)
}

/** Stores the files for the form, in place of an earlier share's. Returns the name of the share. */
async function keepFiles(files: File[]): Promise<string> {
  const share = crypto.randomUUID()
  await caches.delete(sharedCache)
  try {
    const cache = await caches.open(sharedCache)
    for (const [index, file] of files.entries()) {
      const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
      await cache.put(sharedFile(share, index), new Response(file, { headers }))
    }
  } catch {
    // Not enough space: the form finds no files and shows an error.
    await caches.delete(sharedCache)
  }
  return share
}

/** Sent by the server: `toMessage` in server/src/features/inbox/notifications/push. */
interface PushContent {
  id: string
  title: string
  body: string
  icon: string | null
  /** A path of this site. */
  link: string
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotification(event.data.json()))
})

/** Also while a page is visible: Safari ends a subscription after three messages that showed nothing. */
const showNotification = ({ id, title, body, icon, link }: PushContent) =>
  self.registration.showNotification(title, {
    body,
    icon: icon ?? '/icon-192.png',
    // Replaces an earlier notification with the same id.
    tag: id,
    data: { id, link },
  })

self.addEventListener('notificationclick', (event) => {
  const { id, link }: PushContent = event.notification.data
  event.notification.close()
  event.waitUntil(Promise.allSettled([openPage(link), markRead(id)]))
})

/** The open pages of the app. */
async function listPages(): Promise<readonly WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ frameType, url }) => frameType === 'top-level' && isPage(new URL(url).pathname))
}

/** Focuses an open page of the app, if there is one, and lets it open the address. */
async function openPage(link: string): Promise<void> {
  const [page] = await listPages()
  if (page) {
    await page.focus()
    page.postMessage({ open: link })
  } else await self.clients.openWindow(link)
}

const markRead = (id: string) => fetch(`${apiBase}/notification/${id}/read`, { method: 'POST' })

// The push service has ended the subscription, or the browser has replaced it.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription())
})

interface PushDevices {
  publicKey: string
  docs: { isCurrent: boolean }[]
}

async function renewSubscription(): Promise<void> {
  const response = await fetch(`${apiBase}/push/`)
  if (!response.ok) return
  const { data }: { data: PushDevices } = await response.json()
  // Notifications of this device may have been turned off from another one.
  if (!data.docs.some(({ isCurrent }) => isCurrent)) return
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: data.publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  await fetch(`${apiBase}/push/this-device`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}
