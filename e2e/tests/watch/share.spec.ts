import type { Page } from '@playwright/test'
import { expectAccessible } from '../../fixtures.ts'
import { expect, test } from '../../test.ts'
import { watchPath } from '../../videos.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' })
const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page)).toBeVisible()
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the share dialog shows the video, its link and the networks to share it to', async ({
  page,
  site,
  creator: { film, person },
}) => {
  await page.goto(watchPath(film))
  await openDialog(page)
  const link = `${site.origin}${watchPath(film)}`
  await expect(dialog(page).getByText(film.title)).toBeVisible()
  await expect(dialog(page).getByText(person.fullname)).toBeVisible()
  await expect(dialog(page).getByText(link)).toBeVisible()
  for (const [network, host] of [
    ['Facebook', 'www.facebook.com'],
    ['Twitter', 'twitter.com'],
    ['WhatsApp', 'wa.me'],
    ['LinkedIn', 'www.linkedin.com'],
  ] as const) {
    const button = dialog(page).getByRole('link', { name: network })
    const address = new URL((await button.getAttribute('href')) ?? '')
    expect(address.host).toBe(host)
    expect([...address.searchParams.values()].join(' ')).toContain(link)
    await expect(button).toHaveAttribute('target', '_blank')
    await expect(button).toHaveAttribute('rel', /noopener/)
  }
})

test('Copy Link says Copied! for five seconds', async ({ page, site, creator: { film } }) => {
  await page.clock.install()
  await page.goto(watchPath(film))
  await openDialog(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await dialog(page).getByRole('button', { name: 'Copy Link' }).click()
  const copied = dialog(page).getByRole('button', { name: 'Copied!' })
  await expect(copied).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}${watchPath(film)}`)
  await page.clock.runFor(4999)
  await expect(copied).toBeVisible()
  await page.clock.runFor(1)
  await expect(dialog(page).getByRole('button', { name: 'Copy Link' })).toBeVisible()
})

test('Share copies the link where the system has no share sheet', async ({
  page,
  site,
  creator: { film },
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }))
  await page.goto(watchPath(film))
  await openDialog(page)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}${watchPath(film)}`)
})

test('Share opens the system’s share sheet where there is one', async ({ page, site, creator: { film } }) => {
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => shared.push(data) })
  })
  await page.goto(watchPath(film))
  await openDialog(page)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
  await expect.poll(shared).toEqual([{ title: film.title, url: `${site.origin}${watchPath(film)}` }])
  await expect(dialog(page).getByRole('button', { name: 'Copy Link' })).toBeVisible()
})

test('the share dialog is accessible in both themes, and Escape returns the focus', async ({
  page,
  creator: { film },
}) => {
  await page.goto(watchPath(film))
  await openDialog(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
})
