import type { Locator, Page } from '@playwright/test'
import { expectNoSidewaysScroll, signInForm } from '../../actions/account.ts'
import {
  accountMenu,
  drawer,
  phone,
  playAnimations,
  sidebarToggle,
  subscribe,
  topBar,
} from '../../actions/shell.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const visitorPages = [
  { path: '/', title: 'Vireo', heading: 'Home' },
  { path: '/auth/', title: 'Sign in · Vireo', heading: 'Welcome back' },
  { path: '/auth/?tab=sign-up', title: 'Sign up · Vireo', heading: 'Create your account' },
  { path: '/reset-password', title: 'Reset password · Vireo', heading: 'Reset password' },
  { path: '/unsubscribe?user=x&token=y', title: 'Unsubscribe · Vireo', heading: 'E-mail digest' },
  { path: '/no/such/page', title: 'Page not found · Vireo', heading: 'Oops! Page not found' },
]
const memberPages = [
  { path: '/', title: 'Vireo', heading: 'Home' },
  { path: '/settings', title: 'Settings · Vireo', heading: 'Settings' },
  { path: '/notifications', title: 'Notifications · Vireo', heading: 'Notifications' },
  { path: '/upload-video', title: 'Upload Video · Vireo', heading: 'Upload Video' },
]
const laptop = { width: 1280, height: 800 }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function open(page: Page, { path, title, heading: name }: (typeof visitorPages)[number]) {
  await page.goto(path)
  await expect(heading(page, name)).toBeAttached()
  await expect(page).toHaveTitle(title)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** For the narrowest phone. */
async function expectToFit(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
}

test.describe('axe finds nothing serious', () => {
  test('on the pages of a visitor, none of which scrolls sideways at 320 px', async ({
    page,
    creator: _,
  }) => {
    for (const one of visitorPages) {
      await page.setViewportSize(laptop)
      await open(page, one)
      await expectAccessible(page)
      await expectToFit(page)
    }
    await sidebarToggle(page).click()
    await expect(drawer(page)).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  test('on the pages of a member, none of which scrolls sideways at 320 px', async ({
    page,
    signedIn,
    creator: _,
  }) => {
    for (const one of memberPages) {
      await page.setViewportSize(laptop)
      await open(page, one)
      await expect(accountMenu(page)).toBeVisible()
      await expectAccessible(page)
      await expectToFit(page)
    }
    await accountMenu(page).click()
    await expect(page.getByRole('menu').getByText(signedIn.email)).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('menuitem', { name: 'Upload' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Content' })
    await expect(dialog).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    // Not a panel, for which there is no room.
    await topBar(page).getByRole('link', { name: 'Notifications' }).click()
    await expect(page).toHaveURL('/notifications')
    await expectNoSidewaysScroll(page)
  })

  test('in menus, panels and dialogs', async ({ page, site, signedIn }) => {
    const { client } = await site.signUp({ fullname: 'Wren Songbird' })
    await subscribe(client, signedIn.client)
    await subscribe(signedIn.client, client)
    await page.goto('/')
    await accountMenu(page).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await topBar(page).getByRole('button', { name: 'Notifications (1)' }).click()
    await expect(page.getByRole('dialog').getByText('Wren Songbird')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await topBar(page).getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('dialog', { name: 'Create Content' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await page.keyboard.press('Escape')
    await sidebarToggle(page).click()
    await expect(drawer(page).getByText('Wren Songbird')).toBeVisible()
    await expectAccessible(page)
  })

  test('in toasts, tooltips and banners', async ({ page, context, signedIn: _ }) => {
    await page.goto('/settings')
    await playAnimations(page, 0.02)
    await page.getByLabel('Location').fill('Porto')
    await page.getByRole('region', { name: 'About you' }).getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Your details updated successfully')).toBeVisible()
    await page.keyboard.press('Control+b')
    await accountMenu(page).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await expectAccessible(page)
  })
})

test('an unknown address shows the not-found page with a way home, and every navigation sets the title and moves the focus', async ({
  page,
}) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Vireo')
  const arrive = async (title: string, name: string) => {
    await expect(heading(page, name)).toBeFocused()
    await expect(page).toHaveTitle(title)
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click()
  await arrive('Vireo', 'Home')
  await expect(page).toHaveURL('/')
  await topBar(page).getByRole('link', { name: 'Sign In' }).click()
  await arrive('Sign in · Vireo', 'Welcome back')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await arrive('Reset password · Vireo', 'Reset password')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await arrive('Sign in · Vireo', 'Welcome back')
  await page.getByRole('link', { name: 'Vireo home' }).click()
  await arrive('Vireo', 'Home')
  await page.goBack()
  await arrive('Sign in · Vireo', 'Welcome back')
})

/** Presses a key until the target has the focus. */
async function pressUntilFocused(page: Page, key: string, target: Locator) {
  for (let presses = 0; presses < 25; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press(key)
    // A menu moves the focus shortly after the key press.
    await page.waitForFunction((element) => document.activeElement !== element, before)
  }
  throw new Error(`${key} does not come to ${target}`)
}

test('a person skips to the content, signs in, opens the settings and signs out with the keyboard alone', async ({
  page,
  site,
}) => {
  const { person } = await site.signUp()
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeAttached()
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(skip).not.toBeInViewport()
  expect((await page.getByRole('main').boundingBox())?.y).toBe(56)

  await pressUntilFocused(page, 'Shift+Tab', topBar(page).getByRole('link', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Welcome back')).toBeFocused()
  await pressUntilFocused(page, 'Tab', signInForm(page).getByLabel('Username or email'))
  await page.keyboard.type(person.username)
  await pressUntilFocused(page, 'Tab', signInForm(page).getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeFocused()

  await pressUntilFocused(page, 'Shift+Tab', accountMenu(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Settings' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Settings')).toBeFocused()

  await pressUntilFocused(page, 'Shift+Tab', accountMenu(page))
  await page.keyboard.press('Space')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Logout Successfull')
  await expect(page).toHaveURL('/')
  await expect(heading(page, 'Home')).toBeFocused()
})

test('nothing is animated for someone who prefers reduced motion', async ({ page, signedIn: _ }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await topBar(page).getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('animation-duration', '1e-05s')
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(moving).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+b')
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(48)
})
