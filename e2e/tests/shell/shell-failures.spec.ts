import type { Page, Route } from '@playwright/test'
import { accountMenu, codeOf, sidebar, topBar } from '../../actions/shell.ts'
import { tweetListAddress } from '../../actions/tweets.ts'
import { holdRequests } from '../../actions/videos.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const settingsCode = codeOf('src/routes/people/settings.tsx')
const notLoaded = 'This page could not be loaded. Check your connection.'
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' })

/** Redirects the first requests to a file that does not exist. */
function missingFor(requests: number) {
  let asked = 0
  return (route: Route) => {
    asked += 1
    const missing = new URL('/assets/gone.js', route.request().url()).href
    return route.continue(asked > requests ? {} : { url: missing })
  }
}

async function openSettings(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
}

test('a banner is shown while the server is unavailable, and the page loads by itself once it is back', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_REFUSED|status of 503/)
  const busy = { statuscode: 503, message: 'Busy', data: null, success: false, code: 'server.busy' }
  await page.route('**/current-user', (route) => route.abort('connectionrefused'))
  await page.route(tweetListAddress, (route) => route.fulfill({ status: 503, json: busy }))
  await page.goto('/tweets')
  const banner = page.getByRole('status').filter({ hasText: 'Vireo can’t be reached' })
  await expect(banner.getByRole('button', { name: 'Retry' })).toBeVisible()
  const failure = page.getByText('Failed to fetch tweets. Please try again')
  await expect(failure).toBeVisible()
  await page.unrouteAll()
  // The page checks every five seconds.
  await expect(banner).toBeHidden()
  await expect(failure).toBeHidden()
  await accountMenu(page).click()
  await expect(page.getByText(signedIn.email)).toBeVisible()
})

test('a page that is opened while the server is down shows an error, and Retry loads it once the server is up', async ({
  page,
  site,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|status of 503/)
  expectErrors(/^TypeError: Failed to fetch/)
  await page.goto('/')
  await expect(accountMenu(page)).toBeVisible()
  await site.stop()
  await openSettings(page)
  await expect(page.getByText(notLoaded)).toBeVisible()
  await expect(page).toHaveTitle('Error · Vireo')
  await retry(page).click()
  await expect(retry(page)).toBeEnabled()
  await expect(topBar(page)).toBeVisible()
  await site.restart()
  await retry(page).click()
  await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
  await expect(page).toHaveURL('/settings')
})

test('a page whose code was replaced by a deploy reloads itself once', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/status of 404|^TypeError: Failed to fetch/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const timesAsked = () => asked.filter((url) => url.endsWith(settingsCode.slice(2))).length
  await page.route(settingsCode, missingFor(1))
  await page.goto('/')
  await openSettings(page)
  await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
  expect(timesAsked()).toBe(2)

  await page.unroute(settingsCode)
  await page.evaluate(() => sessionStorage.clear())
  await page.route(settingsCode, missingFor(99))
  await page.goto('/')
  await openSettings(page)
  await expect(page.getByText(notLoaded)).toBeVisible()
  await expect(retry(page)).toBeEnabled()
  expect(timesAsked()).toBe(4)
  await page.unroute(settingsCode)
  await retry(page).click()
  await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
})

test('offline, the first click of a visit reports the lost connection, and everything opens when it is back; after a deploy, one reload loads the new code', async ({
  page,
  context,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|status of 404|^TypeError: Failed to fetch/)
  const toasts = page.waitForResponse(codeOf('src/ui/feedback/toasts/toast-host.tsx'))
  await page.goto('/')
  const upload = topBar(page).getByRole('button', { name: 'Upload' })
  await expect(upload).toBeVisible()
  await (await toasts).finished()
  await context.setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await upload.click()
  await expectToast(page, 'Network error, please try again.')
  const box = topBar(page).getByRole('combobox', { name: 'Search' })
  await box.fill('wren')
  const bell = topBar(page).getByRole('button', { name: 'Notifications' })
  await bell.click()
  await expectToast(page, 'Network error, please try again.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()

  const suggestions = page.waitForResponse(codeOf('src/features/pages/search/suggestions.tsx'))
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()
  await suggestions
  await expect(box).toHaveValue('wren')
  await upload.click()
  await expect(page.getByRole('dialog', { name: 'Create Content' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.route(codeOf('src/features/inbox/notifications/notifications-panel.tsx'), missingFor(1))
  const reloaded = page.waitForEvent('load')
  await bell.click()
  await reloaded
  await bell.click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
})

test('an error in a page leaves the shell usable, and navigating elsewhere clears it', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/broken on purpose/)
  // Chosen because its built file has a single export; in larger files the bundler renames the exports.
  await page.route(codeOf('src/routes/library/liked-videos.tsx'), (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function Component() { throw new Error("broken on purpose") }',
    }),
  )
  await page.goto('/no/such/page')
  await sidebar(page).getByRole('link', { name: 'Liked Videos' }).click()
  await expect(page.getByRole('main').getByText('Something went wrong')).toBeVisible()
  await expect(retry(page)).toBeVisible()
  await expect(page).toHaveTitle('Error · Vireo')
  await accountMenu(page).click()
  await expect(page.getByText(signedIn.email)).toBeVisible()
  await page.keyboard.press('Escape')

  const home = await holdRequests(page, codeOf('src/routes/home.tsx'))
  await sidebar(page).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect(await topBar(page).isVisible()).toBe(true)
  home.release()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeFocused()
  await expect(page).toHaveTitle('Vireo')
  await expect(retry(page)).toHaveCount(0)
})
