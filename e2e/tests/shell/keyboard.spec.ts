import type { Page } from '@playwright/test'
import { clip } from '../../../server/test/content/clips.ts'
import { testPassword } from '../../../server/test/password.ts'
import { signUpForm } from '../../actions/account.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

type Role = Parameters<Page['getByRole']>[0]

const press = (page: Page, key: string) => page.keyboard.press(key)
const type = (page: Page, text: string) => page.keyboard.type(text)

/** Presses Tab, or Shift+Tab, until this element has the focus, which must be visible each time. */
async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab'): Promise<void> {
  const target = page.getByRole(role, { name, exact: true })
  await target.first().waitFor()
  await expect(async () => {
    await press(page, key)
    expect(await page.evaluate(findInvisibleFocus)).toBe('')
    expect(await target.evaluateAll((found) => found.some((element) => element.matches(':focus')))).toBe(true)
  }).toPass({ intervals: [0], timeout: 20_000 })
}

/** What has the focus without showing it, or outside of the screen. */
function findInvisibleFocus(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return ''
  const { top, bottom } = focused.getBoundingClientRect()
  const isSeen = focused.matches(':focus-visible') && bottom > 0 && top < innerHeight
  return isSeen ? '' : focused.outerHTML.slice(0, 200)
}

test('with the keyboard alone one signs up, watches, comments, saves to a playlist, uploads and changes the settings; the focus is always somewhere useful', async ({
  page,
  site,
  creator: { film },
}) => {
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
  await page.goto('/')
  await tabTo(page, 'link', 'Sign Up')
  await press(page, 'Enter')
  await expect(heading('Create your account')).toBeFocused()
  await tabTo(page, 'textbox', 'Full name')
  await type(page, 'Wren Songbird')
  await tabTo(page, 'textbox', 'Username')
  await type(page, 'wren.songbird')
  await tabTo(page, 'textbox', 'Email')
  await type(page, 'wren@example.org')
  await press(page, 'Enter')
  await expect(page.getByLabel('OTP')).toBeFocused()
  await site.runJobs()
  await type(page, await site.mailbox.waitForCode('wren@example.org'))
  await expect(signUpForm(page).getByLabel('Password', { exact: true })).toBeFocused()
  await type(page, testPassword)
  await press(page, 'Enter')
  await expectToast(page, 'Your account has been created successfully.')
  await expect(heading('Home')).toBeFocused()

  await tabTo(page, 'link', film.title)
  await press(page, 'Enter')
  await expect(heading(film.title)).toBeFocused()
  await commentByKeys(page)
  await saveByKeys(page)
  await uploadByKeys(page)
  await expect(heading('Home')).toBeFocused()

  await tabTo(page, 'button', 'Account menu')
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Go to Profile' })).toBeFocused()
  await type(page, 'Set')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await press(page, 'Enter')
  await expect(heading('Settings')).toBeFocused()
  await tabTo(page, 'textbox', 'Full name')
  await press(page, 'Control+a')
  await type(page, 'Wren Robin')
  await press(page, 'Enter')
  await expectToast(page, 'Your details updated successfully')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await tabTo(page, 'link', 'Change Password', 'Shift+Tab')
  await press(page, 'Enter')
  const password = page.getByRole('region', { name: 'Change Password' })
  await expect(password.getByRole('heading')).toBeFocused()
  await press(page, 'Tab')
  await expect(password.getByRole('textbox').first()).toBeFocused()
})

async function commentByKeys(page: Page) {
  await tabTo(page, 'textbox', 'Add a comment...')
  await type(page, 'By keyboard')
  await tabTo(page, 'button', 'Comment')
  await press(page, 'Enter')
  await expectToast(page, 'Comment posted')
  await expect(page.getByRole('textbox', { name: 'Add a comment...' })).toBeFocused()
  await tabTo(page, 'button', 'Comment actions')
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('button', { name: 'Comment actions' })).toBeFocused()
}

async function saveByKeys(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Save to playlist' })
  // That of the video: the cards beside it are above the comments, too.
  const opener = page
    .getByRole('group', { name: 'Video actions' })
    .getByRole('button', { name: 'More actions' })
  await tabTo(page, 'button', 'More actions', 'Shift+Tab')
  await press(page, 'Enter')
  await type(page, 'Save')
  await expect(page.getByRole('menuitem', { name: 'Save to playlist' })).toBeFocused()
  await press(page, 'Enter')
  await expect(dialog.getByRole('checkbox', { name: 'Watch later' })).toBeFocused()
  await tabTo(page, 'button', 'New playlist')
  await press(page, 'Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await type(page, 'Birds')
  await press(page, 'Enter')
  await expectToast(page, 'Saved to Birds')
  await expect(dialog.getByRole('button', { name: 'New playlist' })).toBeFocused()
  await press(page, 'Escape')
  await expect(opener).toBeFocused()
}

async function uploadByKeys(page: Page) {
  await tabTo(page, 'button', 'Upload', 'Shift+Tab')
  await press(page, 'Enter')
  await tabTo(page, 'link', /^Upload Video/)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Upload Video' })).toBeFocused()
  await tabTo(page, 'button', 'Video file')
  // Enter would open the system's dialog.
  await page.locator(':focus').setInputFiles(await clip('landscape'))
  // The field has given way to the preview.
  await tabTo(page, 'textbox', 'Title')
  await press(page, 'Control+a')
  await type(page, 'A lake')
  await expect(page.getByRole('button', { name: 'Upload Video' })).toBeEnabled()
  await tabTo(page, 'button', 'Upload Video')
  await press(page, 'Enter')
  await expectToast(page, 'Video uploaded successfully!')
}
