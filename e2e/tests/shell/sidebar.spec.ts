import type { Page } from '@playwright/test'
import {
  closeByClickAt,
  codeOf,
  drawer,
  phone,
  sidebar,
  sidebarToggle,
  subscribe,
  topBar,
} from '../../shell.ts'
import { expect, test } from '../../test.ts'
import { holdRequests } from '../../videos.ts'

const links: { name: string; path: string; isPersonal?: true }[] = [
  { name: 'Home', path: '/' },
  { name: 'Tweets', path: '/tweets' },
  { name: 'Watch History', path: '/watch-history', isPersonal: true },
  { name: 'Liked Videos', path: '/liked-videos', isPersonal: true },
  { name: 'Playlists', path: '/playlists', isPersonal: true },
]
const mainLinks = (page: Page) => sidebar(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width

test.describe('the links of the sidebar', () => {
  test('lead a visitor to the public pages, and to sign in for the personal ones', async ({ page }) => {
    await page.goto('/')
    await expect(mainLinks(page)).toHaveText(links.map(({ name }) => name))
    for (const { name, path, isPersonal } of links) {
      const target = isPersonal ? `/auth/?next=${encodeURIComponent(path)}` : path
      await expect(mainLinks(page).filter({ hasText: name })).toHaveAttribute('href', target)
    }
    await expect(mainLinks(page).filter({ hasText: 'Home' })).toHaveAttribute('aria-current', 'page')
    await expect(sidebar(page).getByRole('heading', { name: 'Subscriptions' })).toHaveCount(0)
    await sidebar(page).getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL('/auth/')
  })

  test('lead a signed-in person to all pages', async ({ page, signedIn }) => {
    await page.goto('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
    for (const { name, path } of links)
      await expect(mainLinks(page).filter({ hasText: name })).toHaveAttribute('href', path)
    await mainLinks(page).filter({ hasText: 'Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('the subscriptions in the sidebar', () => {
  test('are listed with full name and avatar, or a letter if there is no picture', async ({
    page,
    site,
    signedIn,
  }) => {
    const { client, person } = await site.signUp({ fullname: 'Wren Songbird' })
    await subscribe(signedIn.client, client)
    await page.goto('/')
    const list = sidebar(page).getByRole('region', { name: 'Subscriptions' })
    await expect(list.getByRole('listitem')).toHaveText('WWren Songbird')
    await expect(list.getByText('W', { exact: true })).toBeVisible()
    await expect(list.getByRole('img')).toHaveCount(0)
    await expect(list.getByText('LIVE')).toHaveCount(0)
    const link = list.getByRole('link', { name: 'Wren Songbird' })
    await expect(link).toHaveAttribute('href', `/profile/${person.username}`)

    await page.keyboard.press('Control+b')
    await expect(list.getByText('W', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(list.getByText('Wren Songbird')).toHaveCSS('width', '1px')
  })

  test('have a red LIVE marker for a live channel, even when only icons are shown', async ({
    page,
    site,
    signedIn,
  }) => {
    const { client, person } = await site.signUp({ fullname: 'Wren Songbird' })
    await subscribe(signedIn.client, client)
    // The site has no live streams yet, so the flag is set in the database.
    await site.sql`update users set is_live = true where username = ${person.username}`
    await page.goto('/')
    const marker = sidebar(page).getByText('LIVE', { exact: true })
    await expect(marker).toHaveCSS('background-color', 'rgb(244, 100, 106)')
    await page.keyboard.press('Control+b')
    await expect.poll(() => width(page)).toBe(48)
    await expect(marker).toBeInViewport({ ratio: 1 })
  })

  test('are only logged when they cannot be loaded', async ({ page, signedIn: _, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('Subscriptions could not be loaded'),
    )
    await page.route('**/subscription/channel', (route) => route.abort())
    await page.goto('/')
    expect((await logged).type()).toBe('warning')
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  })
})

test.describe('a sidebar from 768 px', () => {
  test('is 16rem wide, or 3rem with icons whose names are tooltips', async ({ page }) => {
    await page.goto('/')
    await expect.poll(() => width(page)).toBe(256)
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'true')
    await sidebarToggle(page).click()
    await expect.poll(() => width(page)).toBe(48)
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'false')
    const home = sidebar(page).getByRole('link', { name: 'Home' })
    await expect(home.locator('svg')).toBeInViewport({ ratio: 1 })
    await home.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Home')
    await page.setViewportSize({ width: 768, height: 700 })
    await expect(sidebar(page)).toBeVisible()
  })

  test('is toggled by Ctrl+B and Cmd+B, even while typing', async ({ page, signedIn }) => {
    await page.goto('/settings')
    await page.getByLabel('Full name').focus()
    for (const [keys, state] of [
      ['Control+b', 'collapsed'],
      ['Meta+b', 'expanded'],
      ['Control+B', 'collapsed'],
    ] as const) {
      await page.keyboard.press(keys)
      await expect(sidebar(page)).toHaveAttribute('data-state', state)
    }
    await page.keyboard.press('Control+Alt+b')
    await page.keyboard.press('b')
    await expect(page.getByLabel('Full name')).toHaveValue(`${signedIn.fullname}b`)
    await expect(sidebar(page)).toHaveAttribute('data-state', 'collapsed')
  })

  test('keeps its state in a cookie for 7 days, and never flashes the other state while loading', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await sidebarToggle(page).click()
    await expect(sidebar(page)).toHaveAttribute('data-state', 'collapsed')
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 604_800)).toBeLessThan(60)

    // Observed from the moment the sidebar is in the document, before its first paint.
    await page.addInitScript(() => {
      const widths = new Set<number>()
      Object.assign(window, { widths_: widths })
      const note = () => {
        const aside = document.querySelector('aside')
        if (aside) widths.add(aside.getBoundingClientRect().width)
      }
      new MutationObserver(note).observe(document, { childList: true, subtree: true })
      const eachFrame = () => {
        note()
        requestAnimationFrame(eachFrame)
      }
      requestAnimationFrame(eachFrame)
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
    await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const widths = await page.evaluate(() => [...(window as unknown as { widths_: Set<number> }).widths_])
    expect(widths).toEqual([48])
    await page.keyboard.press('Control+b')
    await page.reload()
    await expect(sidebar(page)).toHaveAttribute('data-state', 'expanded')
  })
})

test.describe('a sidebar below 768 px', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(phone)
  })

  test('is a drawer of 18rem that keeps the focus until Escape or its backdrop closes it', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBe(0)
    expect((await drawer(page).boundingBox())?.width).toBe(288)
    await expect(drawer(page).getByRole('button', { name: 'Close menu' })).toBeFocused()
    const stops = await drawer(page).locator('a, button').count()
    for (let presses = 0; presses < stops; presses += 1) {
      await page.keyboard.press('Tab')
      await expect(drawer(page).locator(':focus')).toHaveCount(1)
    }
    await expect(drawer(page).getByRole('button', { name: 'Close menu' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(drawer(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect(sidebarToggle(page)).toBeFocused()

    await page.keyboard.press('Control+b')
    await expect(drawer(page)).toBeVisible()
    await closeByClickAt(drawer(page), 350, 400)
  })

  test('opens even if it was clicked before its code had loaded, and stays closed after the window was wider', async ({
    page,
  }) => {
    const line = await holdRequests(page, codeOf('src/app/shell/sidebar-drawer.tsx'))
    await page.goto('/')
    await sidebarToggle(page).click()
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'true')
    line.release()
    await expect(drawer(page)).toBeVisible()
    await page.setViewportSize({ width: 768, height: 700 })
    await expect(sidebar(page)).toBeVisible()
    await expect(drawer(page)).toBeHidden()
    await page.setViewportSize(phone)
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(drawer(page)).toBeHidden()
  })

  test('closes on navigation, Back included', async ({ page, signedIn }) => {
    await page.goto('/')
    await page.goto('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
    await sidebarToggle(page).click()
    await drawer(page).getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(drawer(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeFocused()
    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/settings')
    await expect(drawer(page)).toBeHidden()
  })
})
