import type { Page, Worker } from '@playwright/test'
import { api, type Notification as Notice } from '@vireo/contract'
import { TestClient } from '../../../server/test/app/client.ts'
import { turnOnPush } from '../../../server/test/programs/push.ts'
import { expectNoSidewaysScroll, signIn } from '../../actions/account.ts'
import { accountMenu, subscribe } from '../../actions/shell.ts'
import { bulkyClip, form, picture } from '../../actions/upload.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { startFront, whenInstalled, whenUpdated } from '../../support/service-worker.ts'
import { expect, test } from '../../support/test.ts'
import { expectNoToast, expectToast, toast } from '../../support/toasts.ts'

/** Sends the same form as the system when something is shared to the installed app. */
async function share(page: Page, texts: Record<string, string>, file?: string): Promise<void> {
  await page.evaluate((values) => {
    const sent = document.createElement('form')
    Object.assign(sent, { method: 'post', action: '/share', enctype: 'multipart/form-data', id: 'sent' })
    for (const [name, value] of Object.entries(values))
      sent.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    sent.append(Object.assign(document.createElement('input'), { type: 'file', name: 'files' }))
    document.body.append(sent)
  }, texts)
  if (file) await page.locator('#sent input[type="file"]').setInputFiles(file)
  await page.evaluate(() => (document.querySelector('#sent') as HTMLFormElement).submit())
}

test('a page that cannot be loaded says so, and opens by itself when the connection is back; nothing personal is kept', async ({
  page,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|status of 503/)
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await whenInstalled(page)
  expect((await page.request.get('/sw.js')).headers()).toMatchObject({ 'cache-control': 'no-cache' })
  const devTools = await page.context().newCDPSession(page)
  const manifest = await devTools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(JSON.parse(manifest.data ?? '')).toMatchObject({ id: '/', share_target: { action: '/share' } })
  await page.goto('/watch-history')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watch history')
  expect(await page.evaluate(() => caches.keys())).toEqual([])

  await page.context().setOffline(true)
  await page.goto('/tweets')
  // In Chromium's emulation a new page is not always reported to be offline.
  const heading = page.getByRole('heading', { name: /^(You are offline|Vireo can’t be reached)$/ })
  await expect(heading).toBeVisible()
  await expect(page).toHaveURL('/tweets')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try again' }).click()])
  await expect(heading).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tweets')
})

test('the service worker leaves addresses that are not pages alone, so that each is requested once: a provider refuses a second request', async ({
  page,
  site,
}) => {
  const { email } = site.addProviderPerson(`once${Date.now()}@example.org`)
  await page.goto('/auth/')
  await whenInstalled(page)
  await page.reload()
  const count = async () => (await site.sql`select from browser_flows where kind = 'provider_trip'`).length
  const before = await count()
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: email }).hover()
  expect(await count()).toBe(before + 1)
  await page.getByRole('button', { name: email }).click()
  await expect(accountMenu(page)).toBeVisible()
})

/** The script of an earlier version, which requested every navigation in advance. */
const preloadingScript = () => `
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload.enable()))
  addEventListener('fetch', (event) => void event.request)`
/** The script as it works in browsers that start the worker for every request. */
const scriptWithoutRoutes = (script: string) => `delete InstallEvent.prototype.addRoutes;${script}`

function ignoreDownload(error: Error) {
  if (!error.message.includes('Download is starting')) throw error
}

test('a navigation reaches the server once, whatever is at its address, also if an earlier version of the service worker preloaded it', async ({
  page,
  site,
  serve,
  expectErrors,
}) => {
  expectErrors(/status of 40[04]/)
  const owner = await site.signUp()
  const { _id } = await site.addVideo(owner)
  const channel = owner.person.username
  const callback = '/api/v1/user/github/callback?code=1&state=2'
  const pages = [`/watch/${_id}`, `/profile/${channel}`, '/tweets', '/no-such-page']
  const others = [
    ...['/api/v1/video/', callback, '/api/v1/user/exports', '/api/docs'],
    ...[`/api/v1/oembed?url=${site.origin}/watch/${_id}`, `/embed/${_id}`, '/media/none.jpg'],
    ...[`/feeds/channels/${channel}.xml`, `/feeds/channels/${channel}/tweets.atom`, '/feeds/tweets.atom'],
    `/feeds/videos/${_id}/chapters.json`,
    ...['/sitemap.xml', '/robots.txt', '/site.webmanifest', '/insights/script.js', '/healthz', '/metrics'],
  ]
  const front = await startFront(serve, site.origin)
  const countNavigations = async (round: string) => {
    const paths = [...pages, ...others].map(
      (path) => `${path}${path.includes('?') ? '&' : '?'}round=${round}`,
    )
    for (const path of paths)
      await page.goto(`${front.origin}${path}`, { waitUntil: 'commit' }).catch(ignoreDownload)
    return front.countRequests(paths)
  }
  const isPreloading = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready
      return (await navigationPreload.getState()).enabled
    })

  front.setWorkerScript(preloadingScript)
  await page.goto(`${front.origin}/`)
  await whenInstalled(page)
  expect(await isPreloading()).toBe(true)
  expect(await countNavigations('preloading')).toContainEqual([`${callback}&round=preloading`, 2])
  for (const [round, script] of [
    ['without-routes', scriptWithoutRoutes],
    ['with-routes', (text: string) => text],
  ] as const) {
    front.setWorkerScript(script)
    await page.goto(`${front.origin}/healthz`)
    await whenUpdated(page)
    expect(await isPreloading()).toBe(false)
    const arrived = await countNavigations(round)
    expect(arrived).toEqual(arrived.map(([path]) => [path, 1]))
  }
})

test('a shared video waits for the sign-in and is chosen in the form; pictures and text become a tweet; a link opens its page; a file that no form has taken is gone after signing out', async ({
  page,
  site,
}) => {
  const { person } = await site.signUp()
  await page.goto('/')
  await whenInstalled(page)
  await page.reload()
  await share(page, { title: 'Our holiday' }, await bulkyClip())
  await expect(page).toHaveURL(/\/auth\/\?next=%2Fupload-video%3Fshared%3D/)
  await signIn(page, person.username, person.password)
  await expect(page).toHaveURL('/upload-video')
  await expect(page.getByText('holiday.mp4')).toBeVisible()
  await expect(form(page).title).toHaveValue('Our holiday')

  await page.goto('/create-tweet')
  await page.getByLabel('Content').fill('An earlier thought')
  await share(page, { text: 'Look at this', url: 'https://example.org/' }, picture)
  await expect(page.getByLabel('Content')).toHaveValue('Look at this https://example.org/')
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL('/create-tweet')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Content')).toHaveValue('An earlier thought')

  await share(page, { text: new URL('/tweets', site.origin).href })
  await expect(page).toHaveURL('/tweets')

  const isKept = () => page.evaluate(() => caches.has('shared-files'))
  await page.evaluate(() => caches.open('shared-files').then(() => {}))
  expect(await isKept()).toBe(true)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(isKept).toBe(false)
})

const subscription = {
  endpoint: 'https://push.example.org/a-browser',
  keys: {
    p256dh: 'BHiY2CfqSdi6__rIeLEiyMskTIBEUpyNYGaQzV2ekYKkyyGpMJtKgmPDZlfohHC4vfndZAwoU25JrqvtKUR2Pwo',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/**
 * Headless Chromium denies notifications and has no push service. This allows them and subscribes at a service that
 * does not exist.
 */
const allowPush = (page: Page) =>
  page.addInitScript((made) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => made }) as unknown as PushSubscription
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return permission
    }
  }, subscription)

/** Returns a function that delivers a push message to the service worker. */
async function connectToPush(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const [registrationId, { origin }] = [await registered, new URL(page.url())]
  return (content: object) =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(content),
    })
}

interface ShownNotification {
  title: string
  tag: string
  data: { id: string; link: string }
}

/** The service worker's actions that headless Chromium does not allow. */
interface WorkerScope {
  shown: ShownNotification[]
  opened: string[]
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<null>; matchAll: (options: object) => Promise<unknown[]> }
  WindowClient: { prototype: { focus: () => Promise<void> } }
  PushManager: { prototype: { subscribe: () => Promise<object> } }
  dispatchEvent: (event: Event) => void
}

const recordNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    Object.assign(scope, { shown: [], opened: [] })
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options } as ShownNotification)
    }
    scope.WindowClient.prototype.focus = async () => {}
    scope.clients.openWindow = async (url) => {
      scope.opened.push(url)
      return null
    }
  })

const recordedBy = (worker: Worker) =>
  worker.evaluate(() => {
    const { shown, opened } = globalThis as unknown as WorkerScope
    return { shown: shown.map(({ title, tag }) => ({ title, tag })), opened }
  })

const countPages = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope
    return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
  })

/** Clicks the latest notification and waits until the service worker has handled the click. */
const clickNotification = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const handled = Promise.withResolvers()
    const notification = { ...scope.shown.at(-1), close: () => {} }
    const event = new Event('notificationclick')
    scope.dispatchEvent(Object.assign(event, { notification, waitUntil: handled.resolve }))
    await handled.promise
  })

/** Simulates that the browser replaces its subscription, and waits until the service worker has handled it. */
const replaceSubscription = (worker: Worker) =>
  worker.evaluate(
    async (made) => {
      const scope = globalThis as unknown as WorkerScope
      scope.PushManager.prototype.subscribe = async () => ({ toJSON: () => made })
      const handled = Promise.withResolvers()
      const event = new Event('pushsubscriptionchange')
      scope.dispatchEvent(Object.assign(event, { waitUntil: handled.resolve }))
      await handled.promise
    },
    { ...subscription, endpoint: 'https://push.example.org/replaced' },
  )

test('notifications on this device are offered once after a subscription, are shown, lead to their page and survive a new subscription of the browser', async ({
  page,
  context,
  site,
  signedIn,
}) => {
  await allowPush(page)
  const jenny = await site.signUp({ fullname: 'Jenny Wren' })
  await page.goto(`/profile/${jenny.person.username}`)
  await whenInstalled(page)
  const deliver = await connectToPush(page)
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const text = 'Get notified about new videos of Jenny Wren on this device'
  await toast(page, text).getByRole('button', { name: 'Turn on' }).click()
  await expectToast(page, text)
  await expectToast(page, 'You will be notified on this device')
  await page.getByRole('button', { name: 'Subscribed', exact: true }).click()
  await expectToast(page, 'UnsubscribedUndo')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()

  const devices = async () => (await signedIn.client.call(api.push.list)).data.docs.length
  expect(await devices()).toBe(1)
  const phone = new TestClient(site.origin)
  const { username, password } = signedIn
  await phone.call(api.signIn.login, { body: { username, password } })
  await turnOnPush(phone)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const here = page.getByRole('checkbox', { name: 'Notify me on this device' })
  await expect(here).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Turn off on Unknown device, on since/ }).click()
  await expectToast(page, 'Notifications are off there')
  expect(await devices()).toBe(1)
  await here.uncheck()
  await expect.poll(devices).toBe(0)
  await here.check()
  await expect.poll(devices).toBe(1)
  expectNoToast(page, text)

  await subscribe(jenny.client, signedIn.client)
  const list = async () => (await (await signedIn.client.fetch('/api/notifications')).json()) as Notice[]
  await expect.poll(list).toHaveLength(1)
  const [{ id = '', link = '' } = {}] = await list()
  const message = { id, link, body: '', icon: null }
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  await recordNotifications(worker)
  const title = 'Jenny Wren subscribed to your channel'
  await deliver({ ...message, title })
  await expect.poll(() => recordedBy(worker)).toMatchObject({ shown: [{ title, tag: id }], opened: [] })
  await page.goto('about:blank')
  await expect.poll(() => countPages(worker)).toBe(0)
  await clickNotification(worker)
  expect((await recordedBy(worker)).opened).toEqual([link])
  expect(await list()).toMatchObject([{ read: true }])

  await page.goto('/tweets')
  await whenInstalled(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await clickNotification(worker)
  await expect(page).toHaveURL(link ?? '')
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect((await recordedBy(worker)).opened).toHaveLength(1)

  const ids = async () => (await signedIn.client.call(api.push.list)).data.docs.map(({ _id }) => _id)
  const [before = ''] = await ids()
  await replaceSubscription(worker)
  const [after = '', ...others] = await ids()
  expect([after === before, others.length]).toEqual([false, 0])
  // Once turned off from another device, it stays off.
  await phone.call(api.push.turnOff, { params: { id: after } })
  await replaceSubscription(worker)
  expect(await ids()).toEqual([])
})
