import type { Page } from '@playwright/test'
import { subscribe, topBar } from '../shell.ts'
import { expect, test } from '../test.ts'
import { holdRequests } from '../videos.ts'

const bell = (page: Page) => topBar(page).getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const dot = (page: Page) => bell(page).locator('.bg-danger')

test('the panel shows 3 skeleton rows while it loads, and then that there is nothing', async ({
  page,
  signedIn,
}) => {
  const line = await holdRequests(page, '**/api/notifications')
  await page.goto('/')
  await bell(page).click()
  const loading = panel(page).locator('[aria-busy=true]')
  await expect(loading.locator('> *')).toHaveCount(3)
  line.release()
  await expect(panel(page).getByText("You're all caught up!")).toBeVisible()
  await expect(loading).toHaveCount(0)
  await expect(dot(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  expect(signedIn.username).toBeTruthy()
})

test('a red dot tells of notifications, and their list is at most 16rem high', async ({
  page,
  site,
  signedIn,
}) => {
  // A person's subscription is told once; those of six are more than the panel is high.
  for (let told = 0; told < 6; told += 1) {
    const { client } = await site.signUp({ fullname: 'Wren Songbird' })
    await subscribe(client, signedIn.client)
  }
  await page.goto('/')
  await expect(bell(page)).toHaveAccessibleName('Notifications (6)')
  await expect(dot(page)).toHaveCSS('background-color', 'rgb(244, 100, 106)')
  await bell(page).click()
  const list = panel(page).getByRole('list')
  await expect(list.getByRole('listitem')).toHaveCount(6)
  // The letter stands in for a picture.
  await expect(list.getByRole('listitem').first()).toHaveText('WWren Songbird subscribed to your channel')
  await expect(list).toHaveCSS('max-height', '256px')
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(256)
  expect(await list.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(256)
})

test('a load that fails is only logged, and can be tried again', async ({ page, signedIn, expectErrors }) => {
  expectErrors(/ERR_FAILED/)
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
  await page.route('**/api/notifications', (route) => route.abort())
  await page.goto('/')
  await bell(page).click()
  await expect(panel(page).getByText('Notifications could not be loaded.')).toBeVisible()
  expect(logged.join()).toContain('Notifications could not be loaded')
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await page.unroute('**/api/notifications')
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page).getByText("You're all caught up!")).toBeVisible()
  expect(signedIn.username).toBeTruthy()
})
