import type { Page } from '@playwright/test'
import { accountMenu, drawer, phone, sidebarToggle, topBar } from '../../actions/shell.ts'
import { holdRequests } from '../../actions/videos.ts'
import { themes, useTheme } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

const colors = {
  dark: { background: 'rgb(12, 17, 15)', accent: 'rgb(111, 208, 140)', text: 'rgb(232, 239, 234)' },
  light: { background: 'rgb(251, 252, 250)', accent: 'rgb(25, 122, 66)', text: 'rgb(18, 26, 22)' },
}
const barColor = { dark: '#0C110F', light: '#FBFCFA' }
const html = (page: Page) => page.locator('html')

async function expectTheme(page: Page, theme: 'dark' | 'light') {
  if (theme === 'dark') await expect(html(page)).toContainClass('dark')
  else await expect(html(page)).not.toContainClass('dark')
  await expect(html(page)).toHaveCSS('background-color', colors[theme].background)
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', barColor[theme])
}

test('the theme is dark by default, even if the system prefers light, the logo matches it, and on a phone the menu has the toggle', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expectTheme(page, 'dark')
  const logo = topBar(page).getByRole('link', { name: 'Vireo, home' })
  await expect(logo.locator('path')).toHaveCSS('fill', colors.dark.accent)
  await expect(logo.getByText('vireo')).toHaveCSS('color', colors.dark.text)
  await topBar(page).getByRole('button', { name: 'Light Mode' }).click()
  await expectTheme(page, 'light')
  await expect(logo.locator('path')).toHaveCSS('fill', colors.light.accent)
  await expect(logo.getByText('vireo')).toHaveCSS('color', colors.light.text)

  await page.setViewportSize(phone)
  await expect(topBar(page).getByRole('button', { name: 'Dark Mode' })).toBeHidden()
  await sidebarToggle(page).click()
  await drawer(page).getByRole('button', { name: 'Dark Mode' }).click()
  await expectTheme(page, 'dark')
  await drawer(page).getByRole('button', { name: 'Light Mode' }).click()
  await expectTheme(page, 'light')
})

test('the choice of a visitor is kept in this tab and in others', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/auth/')
  await expectTheme(other, 'dark')
  await topBar(page).getByRole('button', { name: 'Light Mode' }).click()
  await expectTheme(other, 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.reload()
  await expectTheme(page, 'light')
  await expect(topBar(page).getByRole('button', { name: 'Dark Mode' })).toBeVisible()
  await other.getByRole('button', { name: 'Dark Mode' }).click()
  await expectTheme(page, 'dark')
  await expect(topBar(page).getByRole('button', { name: 'Light Mode' })).toBeVisible()
})

test('only the values light and dark are restored', async ({ page }) => {
  for (const stored of ['sepia', 'LIGHT', '']) {
    await page.addInitScript((value) => localStorage.setItem('theme', value), stored)
    await page.goto('/auth/')
    await expectTheme(page, 'dark')
  }
})

test('the theme can be the one of the system, which is followed as it changes, until the toggle chooses another', async ({
  page,
  signedIn: _,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings')
  const choices = page.getByRole('group', { name: 'Theme' })
  await expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await choices.getByRole('radio', { name: 'System' }).check()
  await expectTheme(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  // Before the app arrives.
  const files = await holdRequests(page, /\.(js|css)$/)
  await page.reload({ waitUntil: 'commit' })
  await expectTheme(page, 'light')
  files.release()
  await expect(choices.getByRole('radio', { name: 'System' })).toBeChecked()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Dark Mode' }).click()
  await expectTheme(page, 'dark')
  await expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'dark')
})

for (const theme of themes)
  test(`the page alone paints the bar, the sidebar and skeletons in the chosen theme, ${theme}`, async ({
    page,
  }) => {
    await useTheme(page, theme)
    // Records the background colour of every frame, including the first one.
    await page.addInitScript(() => {
      const frames: string[] = []
      Object.assign(window, { frames_: frames })
      const note = () => {
        frames.push(getComputedStyle(document.documentElement).backgroundColor)
        requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    })
    const painted = () => page.evaluate(() => performance.getEntriesByType('paint').length)
    // Neither the app nor its stylesheet arrives.
    const files = await holdRequests(page, /\.(js|css)$/)
    await page.goto('/', { waitUntil: 'commit' })
    await expectTheme(page, theme)
    await expect(page.locator('#root')).toBeEmpty()
    const frame = page.locator('#frame')
    await expect(frame.locator('.frame-bar')).toHaveCSS('height', '56px')
    await expect(frame.locator('.side')).toHaveCSS('width', '256px')
    await expect(frame.locator('.cards i').first()).toHaveCSS('aspect-ratio', '16 / 9')
    await expect(frame.locator('.cards')).toBeVisible()
    await expect(frame.locator('.bottom')).toBeHidden()
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(frame.locator('.side')).toBeHidden()
    await expect(frame.locator('.bottom')).toBeVisible()
    await expect.poll(painted).toBeGreaterThan(0)
    files.release()
    await expect(topBar(page)).toBeVisible()
    await expect(frame).toBeHidden()
    const frames = await page.evaluate(() => (window as unknown as { frames_: string[] }).frames_)
    expect([...new Set(frames)]).toEqual([colors[theme].background])
  })
