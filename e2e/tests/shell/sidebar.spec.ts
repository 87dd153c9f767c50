import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, forgetSession } from '../../actions/account.ts'
import {
  closeByClickAt,
  codeOf,
  drawer,
  phone,
  sidebar,
  sidebarToggle,
  subscribe,
  topBar,
} from '../../actions/shell.ts'
import { holdRequests } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

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
  test('show the full name, an avatar or a letter, and a red LIVE marker, even when only icons are shown', async ({
    page,
    site,
    signedIn,
  }) => {
    const { client, person } = await site.signUp({ fullname: 'Wren Songbird' })
    await subscribe(signedIn.client, client)
    const live = await site.signUp({ fullname: 'Robin Onair' })
    await subscribe(signedIn.client, live.client)
    // The site has no live streams yet, so the flag is set in the database.
    await site.sql`update users set is_live = true where username = ${live.person.username}`
    await page.goto('/')
    const list = sidebar(page).getByRole('region', { name: 'Subscriptions' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const row = list.getByRole('listitem').filter({ hasText: 'Wren Songbird' })
    await expect(row).toHaveText('WWren Songbird')
    await expect(row.getByText('W', { exact: true })).toBeVisible()
    await expect(list.getByRole('img')).toHaveCount(0)
    const link = list.getByRole('link', { name: 'Wren Songbird' })
    await expect(link).toHaveAttribute('href', `/profile/${person.username}`)
    const marker = list
      .getByRole('listitem')
      .filter({ hasText: 'Robin Onair' })
      .getByText('LIVE', { exact: true })
    await expect(marker).toHaveCSS('background-color', 'rgb(244, 100, 106)')

    await page.keyboard.press('Control+b')
    await expect.poll(() => width(page)).toBe(48)
    await expect(row.getByText('W', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(row.getByText('Wren Songbird')).toHaveCSS('width', '1px')
    await expect(marker).toBeInViewport({ ratio: 1 })
  })
})

/** Runs in the page and observes the sidebar as soon as it is in the document, before its first paint. */
function recordWidths() {
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
}

test.describe('a sidebar from 768 px', () => {
  test('is 16rem wide, or 3rem with icons whose names are tooltips; a cookie keeps that for 7 days, and the other state never flashes', async ({
    page,
    context,
  }) => {
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
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 604_800)).toBeLessThan(60)

    await page.addInitScript(recordWidths)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached()
    await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    const widths = await page.evaluate(() => [...(window as unknown as { widths_: Set<number> }).widths_])
    expect(widths).toEqual([48])
    await page.keyboard.press('Control+b')
    await page.setViewportSize({ width: 768, height: 700 })
    await page.reload()
    await expect(sidebar(page)).toHaveAttribute('data-state', 'expanded')
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
})

test.describe('a sidebar below 768 px', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(phone)
  })

  test('is a drawer of 18rem that keeps the focus until Escape, its backdrop or a wider window closes it', async ({
    page,
  }) => {
    const line = await holdRequests(page, codeOf('src/app/shell/sidebar/sidebar-drawer.tsx'))
    await page.goto('/')
    await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
    await sidebarToggle(page).click()
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'true')
    // It opens even though the click came before its code had loaded.
    line.release()
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

    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await page.setViewportSize({ width: 768, height: 700 })
    await expect(sidebar(page)).toBeVisible()
    await expect(drawer(page)).toBeHidden()
    await page.setViewportSize(phone)
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(drawer(page)).toBeHidden()
  })

  test('is closed by a link, and by Back, which does not leave the page; it leaves no entry in the history', async ({
    page,
    signedIn,
  }) => {
    await page.goto('/settings#profile-information')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
    await sidebarToggle(page).click()
    await drawer(page).getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(drawer(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Home' })).toBeFocused()
    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await page.goBack()
    await expect(drawer(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await page.goForward()
    await expect(drawer(page)).toBeHidden()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => window.history.state.cover)).toBeUndefined()
    // Neither does a link to the same page, nor a reload.
    await sidebarToggle(page).click()
    await drawer(page).getByRole('link', { name: 'Home', exact: true }).click()
    await expect(drawer(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => window.history.state.cover)).toBeUndefined()
    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await page.reload()
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(() => page.evaluate(() => window.history.state.cover)).toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL('/settings#profile-information')

    // Nor does a link that was not followed after all.
    await page.getByLabel('Full name').fill('Someone Else')
    await sidebarToggle(page).click()
    await drawer(page).getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(drawer(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => window.history.state.cover)).toBeUndefined()
    await expect(page.getByLabel('Full name')).toHaveValue('Someone Else')
  })
})

test('a bar at the bottom of a phone leads to the main pages, and through You to the personal ones; it is hidden in low windows and on /auth', async ({
  page,
  signedIn: _,
}) => {
  const bar = page.getByRole('navigation', { name: 'Bottom' })
  await page.setViewportSize(phone)
  await page.goto('/settings#password')
  await expect(bar.locator('a, button')).toHaveText(['Home', 'Tweets', 'Create', 'Subscriptions', /You$/])
  for (const box of await bar
    .locator('a, button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
    expect(box).toBeGreaterThanOrEqual(44)
  await expect(bar.getByRole('button', { name: 'You' })).toHaveAttribute('aria-current', 'page')
  // The end of the page is above the bar.
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
  const endOfPage = () =>
    page.getByRole('main').evaluate((main) => {
      window.scrollTo(0, document.body.scrollHeight)
      return main.lastElementChild?.getBoundingClientRect().bottom
    })
  await expect.poll(endOfPage).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
  // Hiding the bar would move the buttons above it away from under a finger.
  await page.getByLabel('Current password').focus()
  await expect(bar).toBeVisible()

  await bar.getByRole('button', { name: 'You' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Liked Videos' }).click()
  await expect(page).toHaveURL('/liked-videos')
  await bar.getByRole('link', { name: 'Subscriptions' }).click()
  await expect(page).toHaveURL('/subscriptions')
  await expect(bar.getByRole('link', { name: 'Subscriptions' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Content' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 667, height: 375 })
  await expect(bar).toBeHidden()
  // In landscape, nothing lies below the notch of a phone.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } })
  await expect.poll(async () => (await sidebarToggle(page).boundingBox())?.x).toBeGreaterThanOrEqual(47)
  await expectNoSidewaysScroll(page)
  await sidebarToggle(page).click()
  const close = drawer(page).getByRole('button', { name: 'Close menu' })
  await expect.poll(async () => (await close.boundingBox())?.x).toBeGreaterThanOrEqual(47)
  expect((await page.getByRole('main', { includeHidden: true }).boundingBox())?.x).toBe(47)
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })

  await forgetSession(page)
  await page.setViewportSize(phone)
  await page.goto('/tweets')
  await expect(bar.getByRole('link', { name: 'Subscriptions' })).toHaveAttribute(
    'href',
    '/auth/?next=%2Fsubscriptions',
  )
  await bar.getByRole('link', { name: 'You' }).click()
  await expect(page).toHaveURL('/auth/?next=%2Ftweets')
  await expect(bar).toHaveCount(0)
})
