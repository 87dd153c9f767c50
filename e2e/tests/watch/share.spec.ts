import type { Page } from '@playwright/test'
import { watchPath } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' })
const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page)).toBeVisible()
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the share dialog shows the video, its link, which can start at a time, the networks and the code for other sites, is accessible, and Escape returns the focus', async ({
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

  // A link to a time, by default the current one.
  const time = dialog(page).getByRole('textbox', { name: 'Start time' })
  await expect(time).toHaveValue(/^0:0\d$/)
  // Cleared first, because the video may have reached this time, and then nothing would change.
  await time.clear()
  await time.fill('0:02')
  await expect(dialog(page).getByRole('checkbox', { name: 'Start at' })).toBeChecked()
  await expect(dialog(page).getByText(`${link}?t=2`)).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', /%3Ft%3D2$/)
  await time.fill('0:99')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByText(link, { exact: true })).toBeVisible()
  await expectAccessible(page)

  // The code for other sites starts at the same time, and its preview is the real player.
  await time.fill('0:02')
  await dialog(page).getByRole('button', { name: 'Embed' }).click()
  const embed = page.getByRole('dialog', { name: 'Embed' })
  await expect(embed.getByRole('button', { name: 'Back' })).toBeFocused()
  const code = embed.getByRole('textbox', { name: 'Code for your page' })
  const address = `${site.origin}/embed/${film._id}`
  await expect(code).toHaveValue(
    new RegExp(`^<iframe src="${address}\\?start=2" title="${film.title}".+aspect-ratio: 640 / 360`),
  )
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('link', { name: film.title })).toBeVisible()
  await preview.getByRole('button', { name: 'Play', exact: true }).click()
  await expect
    .poll(() => preview.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime))
    .toBeGreaterThan(2)
  await embed.getByRole('checkbox', { name: 'Autoplay, muted' }).check()
  await embed.getByRole('checkbox', { name: 'Loop' }).check()
  await embed.getByRole('combobox', { name: 'Size' }).selectOption('480 × 270')
  await expect(code).toHaveValue(
    /start=2&amp;autoplay=1&amp;muted=1&amp;loop=1".+ width="480" height="270" style="border: 0"/,
  )
  await embed.getByRole('button', { name: 'Copy Code' }).click()
  await expect(embed.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue())
  await expectAccessible(page)
  await embed.getByRole('button', { name: 'Back' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Embed' })).toBeFocused()
  await expect(time).toHaveValue('0:02')

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
})

test('Copy Link says Copied! for five seconds; Share opens the share sheet of the system, or copies without one', async ({
  page,
  site,
  creator: { film },
}) => {
  await page.clock.install()
  await page.goto(watchPath(film))
  await openDialog(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const link = `${site.origin}${watchPath(film)}`
  const copy = dialog(page).getByRole('button', { name: 'Copy Link' })
  const copied = dialog(page).getByRole('button', { name: 'Copied!' })
  const share = dialog(page).getByRole('button', { name: 'Share' })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await copy.click()
  await expect(copied).toBeVisible()
  expect(await clipboard()).toBe(link)
  await page.clock.runFor(4999)
  await expect(copied).toBeVisible()
  await page.clock.runFor(1)
  await expect(copy).toBeVisible()

  await page.evaluate(() => {
    const shared: ShareData[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, { canShare: () => true, share: async (data: ShareData) => shared.push(data) })
  })
  await share.click()
  const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
  await expect.poll(shared).toEqual([{ title: film.title, url: link }])
  await expect(copy).toBeVisible()

  await page.evaluate(async () => {
    await navigator.clipboard.writeText('')
    Object.assign(navigator, { canShare: undefined })
  })
  await share.click()
  await expect(copied).toBeVisible()
  expect(await clipboard()).toBe(link)
})
