import type { Page } from '@playwright/test'
import { pathOfPage, routeOf } from '@vireo/contract'
import { forgetSession, signIn } from '../../actions/account.ts'
import { accountMenu, closeByClickAt, phone, sidebar, topBar } from '../../actions/shell.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

test('the top bar stays at the top while the page scrolls; on a phone in landscape it hides until one scrolls up or uses it', async ({
  page,
  signedIn,
}) => {
  await page.goto('/settings')
  await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await expect(topBar(page)).toBeInViewport({ ratio: 1 })
  expect((await topBar(page).boundingBox())?.y).toBe(0)

  await page.setViewportSize({ width: 667, height: 375 })
  await page.goto('/settings#notifications')
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByRole('checkbox').first(),
  ).toBeVisible()
  await page.mouse.move(300, 200)
  const scroll = (by: number) => page.mouse.wheel(0, by)
  const edge = async () => (await topBar(page).boundingBox())?.y
  await scroll(200)
  await expect.poll(edge).toBe(-56)
  await scroll(-60)
  await expect.poll(edge).toBe(0)
  await scroll(100)
  await expect.poll(edge).toBe(-56)
  await page.keyboard.press('/')
  await expect(topBar(page).getByRole('combobox', { name: 'Search' })).toBeFocused()
  await expect.poll(edge).toBe(0)
  const before = await page.evaluate(() => window.scrollY)
  await scroll(60)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
  expect(await edge()).toBe(0)
  await page.keyboard.press('Escape')
  await topBar(page).getByRole('link', { name: 'Vireo, home' }).click()
  await expect(page).toHaveURL('/')
})

test('the search box ignores empty text and contains the query of the results only; a slash focuses it; below 768 px a button or a slash opens it and Escape closes it', async ({
  page,
}) => {
  const box = topBar(page).getByRole('combobox', { name: 'Search' })
  const button = topBar(page).getByRole('button', { name: 'Search' })
  await page.setViewportSize({ width: 768, height: 700 })
  await page.goto('/')
  await box.fill('   ')
  await box.press('Enter')
  await expect(page).toHaveURL('/')
  await box.fill(' song & dance ')
  await button.click()
  await expect(page).toHaveURL('/search/?q=song%20%26%20dance')
  await expect(box).toHaveValue('song & dance')
  await page.getByRole('heading', { level: 1, name: 'song & dance' }).click()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.press('/')
  await expect(box).toHaveValue('/')
  await box.fill('')

  await page.setViewportSize({ width: 767, height: 700 })
  await expect(box).toBeHidden()
  await button.click()
  await expect(box).toBeFocused()
  // The first Escape closes the recent searches.
  await expect(topBar(page).getByRole('grid', { name: 'Recent searches' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type('wren')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search/?q=wren')
  await expect(box).toBeHidden()
  await page.setViewportSize({ width: 768, height: 700 })
  await expect(box).toHaveValue('wren')
  await topBar(page).getByRole('link', { name: 'Vireo, home' }).click()
  await expect(box).toHaveValue('')
})

test('? lists the keyboard shortcuts, and there is a focus ring with the keyboard but not after a click', async ({
  page,
  signedIn: _,
}) => {
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
  await page.goto('/')
  const upload = topBar(page).getByRole('button', { name: 'Upload' })
  await upload.click()
  const create = page.getByRole('dialog', { name: 'Create Content' })
  await expect(create.locator(':focus')).toHaveCount(1)
  expect(await ring()).toBe('none')
  await page.keyboard.press('?')
  await create.getByRole('button', { name: 'Close' }).click()
  await expect(upload).toBeFocused()
  expect(await ring()).toBe('none')
  await page.keyboard.press('Tab')
  expect(await ring()).toBe('solid')

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog')
  await expect(shortcuts).toHaveAccessibleName('Keyboard shortcuts')
  for (const what of ['Search', 'Play or pause', 'Previous or next frame, while paused'])
    await expect(shortcuts.getByText(what, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
})

test('Sign In and Sign Up lead to /auth, and signing in leads back', async ({ page, site }) => {
  const { person } = await site.signUp()
  await page.goto('/somewhere?from=here')
  const signUpLink = topBar(page).getByRole('link', { name: 'Sign Up' })
  await signUpLink.click()
  await expect(page).toHaveURL('/auth/?tab=sign-up&next=%2Fsomewhere%3Ffrom%3Dhere')
  await page.goBack()
  await topBar(page).getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/auth/?next=%2Fsomewhere%3Ffrom%3Dhere')
  await signIn(page, person.username, person.password)
  await expect(page).toHaveURL('/somewhere?from=here')
  await expect(accountMenu(page)).toBeVisible()
  await expect(signUpLink).toBeHidden()
})

test.describe('Create Content', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create Content' })
  const cards = [
    {
      title: 'Upload Video',
      text: 'Share a video with your audience',
      path: '/upload-video',
    },
    {
      title: 'Create Tweet',
      text: 'Share your thoughts with the community',
      path: '/create-tweet',
    },
  ]

  test('is opened by Upload and by Create, and offers a video and a tweet', async ({ page, signedIn: _ }) => {
    await page.goto('/')
    await topBar(page).getByRole('button', { name: 'Upload' }).click()
    for (const card of cards) {
      await expect(dialog(page).getByText(card.title, { exact: true })).toBeVisible()
      await expect(dialog(page).getByText(card.text, { exact: true })).toBeVisible()
      const link = dialog(page).getByRole('link', { name: card.title })
      await expect(link).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    for (const card of cards) {
      await sidebar(page).getByRole('button', { name: 'Create' }).click()
      await dialog(page).getByRole('link', { name: card.title }).click()
      await expect(page).toHaveURL(card.path)
      await expect(dialog(page)).toBeHidden()
    }
  })

  test('is opened by Create even before the session is known', async ({ page, signedIn: _ }) => {
    const click = Promise.withResolvers<void>()
    await page.route('**/api/v1/user/current-user', async (route) => {
      await click.promise
      await route.continue()
    })
    await page.goto('/')
    await sidebar(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page)).toBeVisible()
    click.resolve()
    await expect(page.getByLabel('Account menu')).toHaveCount(1)
    await expect(dialog(page)).toBeVisible()
  })

  test('closes on Escape and on its backdrop, and the page does not scroll behind it', async ({
    page,
    signedIn,
  }) => {
    await page.goto('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
    const upload = topBar(page).getByRole('button', { name: 'Upload' })
    const scrolled = () => page.evaluate(() => window.scrollY)
    await upload.click()
    await expect(dialog(page)).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 300)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    expect(await scrolled()).toBe(0)
    await expect(upload).toBeFocused()

    await upload.click()
    await expect(dialog(page)).toBeVisible()
    await closeByClickAt(dialog(page), 20, 400)
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 300)
    await expect.poll(scrolled).toBeGreaterThan(0)
  })
})

test.describe('the avatar menu', () => {
  const entries = (...names: string[]) => ['Go to Profile', ...names]

  test('has the name and e-mail of the person and its entries, with Upload where the bar has no room for it', async ({
    page,
    signedIn,
  }) => {
    await page.goto('/')
    await accountMenu(page).click()
    const menu = page.getByRole('menu')
    await expect(menu.getByText(signedIn.fullname, { exact: true })).toBeVisible()
    await expect(menu.getByText(signedIn.email, { exact: true })).toBeVisible()
    await expect(menu.getByRole('menuitem')).toHaveText(entries('Settings', 'Light Mode', 'Sign out'))
    await menu.getByRole('menuitem', { name: 'Light Mode' }).click()
    await expect(page.locator('html')).not.toContainClass('dark')
    await accountMenu(page).click()
    await expect(menu.getByRole('menuitem')).toHaveText(entries('Settings', 'Dark Mode', 'Sign out'))
    await menu.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expect(menu).toBeHidden()

    await page.setViewportSize(phone)
    await accountMenu(page).click()
    await expect(topBar(page).getByRole('button', { name: 'Upload' })).toBeHidden()
    const all = entries('Upload', 'Settings', 'Dark Mode', 'Sign out')
    await expect(menu.getByRole('menuitem')).toHaveText(all)
    await menu.getByRole('menuitem', { name: 'Upload' }).click()
    await expect(page.getByRole('dialog', { name: 'Create Content' })).toBeVisible()
  })

  test('signs out to the home page, even from a page for members; if that fails, nothing changes', async ({
    page,
    signedIn,
    expectErrors,
  }) => {
    const signOut = async () => {
      await accountMenu(page).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    expectErrors(/ERR_FAILED/)
    await page.route('**/user/logout', (route) => route.abort())
    await page.goto('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
    await signOut()
    await expectToast(page, 'Logout failed')
    await expect(page).toHaveURL('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)

    await page.unroute('**/user/logout')
    await signOut()
    await expectToast(page, 'Logout Successfull')
    await expect(page).toHaveURL('/')
    await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.goto('/settings')
    await expect(page).toHaveURL('/auth/?next=%2Fsettings')
  })
})

test('no link of the shell leads to a page that does not exist', async ({ page, signedIn: _ }) => {
  const found = new Set<string>()
  const collect = async () => {
    const links = page.locator('a[href]:not(main a)')
    for (const link of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
      found.add(link)
  }
  await page.goto('/')
  await accountMenu(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await collect()
  await page.keyboard.press('Escape')
  await topBar(page).getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await collect()
  await forgetSession(page)
  await page.goto('/')
  await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
  await collect()
  expect([...found]).toEqual(expect.arrayContaining(['/', '/auth/', '/settings']))
  // The conventions test compares these routes with the router's.
  expect([...found].filter((link) => routeOf(pathOfPage(link)) === 'not found')).toEqual([])
})
