import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import { accountMenu } from '../../actions/shell.ts'
import { enterAs } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, recordToasts } from '../../support/toasts.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Collects the page views that the page reports, in order. */
function listViews(page: Page) {
  const views: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(addressOf(api.pageViews.recordView)))
      views.push({ ...request.postDataJSON(), cookie: request.headers().cookie })
  })
  return views
}

test('the page views of a visitor are counted without cookies, and the administrator sees them', async ({
  page,
  site,
  browser,
  creator,
}) => {
  const { film, person } = creator
  const path = `/watch/${film._id}`
  const countOf = async () =>
    (await site.sql`select count from page_views where path = ${path}`)[0]?.count ?? 0
  const views = listViews(page)
  await page.goto('/')
  await expect.poll(() => views).toHaveLength(1)
  await page.getByRole('main').getByRole('link', { name: film.title }).first().click()
  await expect(heading(page, film.title)).toBeVisible()
  // Not the avatar, which leads visitors to /auth.
  await page.getByRole('main').getByRole('link').filter({ hasText: person.fullname }).first().click()
  await expect(heading(page, person.fullname)).toBeVisible()
  await page.goBack()
  await expect(heading(page, film.title)).toBeVisible()
  const seen = [
    { route: '/', path: '/' },
    { route: '/watch/{videoId}', path },
    { route: '/profile/{username}', path: `/profile/${person.username}` },
    { route: '/watch/{videoId}', path },
  ]
  await expect.poll(() => views).toEqual(seen)
  await expect.poll(countOf).toBe(2)

  const admin = await site.signUp({ fullname: 'Ada Admin' })
  await site.setRole(admin.person, 'admin')
  // Makes the names of the jobs known.
  await site.runJobs()
  await site.sql`
    insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, last_error)
    select id, '{"folder": "videos/none"}', 3, 3, 'A job that the test has failed'
    from graphile_worker._private_tasks, generate_series(1, 2) where identifier = 'files:remove-folder'`
  const context = await browser.newContext({ baseURL: site.origin })
  await recordToasts(context)
  const desk = await context.newPage()
  await enterAs(desk, site, admin.client)
  await desk.goto('/')
  await accountMenu(desk).click()
  await desk.getByRole('menuitem', { name: 'Insights' }).click()
  await expect(heading(desk, 'Insights')).toBeVisible()
  const routes = desk.getByRole('table', { name: 'Most viewed pages' })
  const paths = desk.getByRole('table', { name: 'Most viewed addresses' })
  await expect(routes.getByRole('row', { name: /^Home \/ / })).toBeVisible()
  await expect(routes.getByRole('row', { name: /^Profile \/profile\/\{username\} / })).toBeVisible()
  await expect(paths.getByRole('link', { name: path })).toHaveAttribute('href', path)
  await expect(desk.getByRole('img', { name: /^Page views of each day from/ })).toBeVisible()
  await desk.getByText('Show as a table').click()
  await expect(desk.getByRole('table', { name: 'Page views per day' }).getByRole('row')).toHaveCount(31)
  // Not check(), because the radio follows the address, which may change shortly after the click.
  await desk.getByRole('radio', { name: '7 days' }).click()
  await expect(desk).toHaveURL('/insights?days=7')
  await expect(desk.getByRole('table', { name: 'Page views per day' }).getByRole('row')).toHaveCount(8)
  await expect(desk.locator('[aria-busy=true]')).toHaveCount(0)
  const accounts = desk.getByRole('table', { name: 'Largest accounts' })
  await expect(accounts.getByRole('link', { name: /@/ }).first()).toBeVisible()
  await expect(desk.getByRole('table', { name: 'Queue' }).getByRole('row')).toHaveCount(5)
  const failed = desk.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')
  const job = failed.filter({ hasText: 'A job that the test has failed' })
  await expect(job).toHaveCount(2)
  await expectAccessible(desk)
  await job.first().getByRole('button', { name: 'Retry' }).click()
  await expectToast(desk, 'The job is tried again')
  await expect(job).toHaveCount(1)
  await job.getByRole('button', { name: 'Dismiss' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expectToast(desk, 'Job dismissed')
  await expect(job).toHaveCount(0)
  await desk.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(desk)
  await context.close()
})

test('someone who opts out of tracking is not counted, and for a visitor /insights does not exist', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })
  })
  const views = listViews(page)
  const loaded = page.waitForResponse('**/insights/script.js')
  await page.goto('/insights')
  await expect(heading(page, 'Oops! Page not found')).toBeVisible()
  expect(await (await loaded).finished()).toBe(null)
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(heading(page, 'Home')).toBeFocused()
  expect(views).toEqual([])
})
