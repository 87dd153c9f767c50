import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import {
  expectNoSidewaysScroll,
  forgetConfirmation,
  refusal,
  signIn,
  signInForm,
} from '../../actions/account.ts'
import { holdRequests } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const picture = new URL('../../../web/public/icon-192.png', import.meta.url).pathname
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('name, and bio and location, are saved by the button of their card, enabled only when something of its own changed', async ({
  page,
  signedIn,
}) => {
  const { client } = signedIn
  await client.call(api.accounts.updateAccount, { body: { bio: 'Sings at noon', location: 'A tree' } })
  await page.goto('/settings')
  await expect(section(page, 'Storage').getByText('0 KB of 50.0 GB used')).toBeVisible()
  const profile = section(page, 'Profile Information')
  const update = profile.getByRole('button', { name: 'Update' })
  const about = section(page, 'About you')
  const save = about.getByRole('button', { name: 'Save' })
  await expect(about.getByLabel('Bio')).toHaveValue('Sings at noon')
  await expect(about.getByLabel('Location')).toHaveValue('A tree')
  await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)
  await expect(update).toBeDisabled()
  await expect(save).toBeDisabled()
  await about.getByLabel('Bio').fill('Sings at dawn')
  await about.getByLabel('Location').fill('A hedge')
  await expect(update).toBeDisabled()
  await save.click()
  await expectToast(page, 'Your details updated successfully')
  const { bio, location, fullname } = (await client.call(api.accounts.currentUser)).data
  expect({ bio, location, fullname }).toEqual({
    bio: 'Sings at dawn',
    location: 'A hedge',
    fullname: signedIn.fullname,
  })

  // Empty fields show what the profile says in their place.
  const hint = about.getByText('Your profile shows this text until you write your own.')
  await expect(hint).toHaveCount(0)
  await about.getByLabel('Bio').fill('')
  const text = `Hello friends, I'm ${signedIn.fullname}. Follow for more content.`
  await expect(about.getByPlaceholder(text)).toHaveAccessibleDescription(await hint.innerText())
  await about.getByLabel('Location').fill(' ')
  await expect(hint).toHaveCount(2)
  await expect(about.getByPlaceholder('West Bengal, India')).toBeVisible()
  await about.getByLabel('Bio').fill('Sings at dawn')
  await about.getByLabel('Location').fill('A hedge')
  await expect(save).toBeDisabled()

  await profile.getByLabel('Full name').fill('Robin Renamed')
  await expect(update).toBeEnabled()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  const keepEditing = page.getByRole('alertdialog', { name: 'Discard changes?' }).getByRole('button').last()
  await expect(keepEditing).toHaveText('Keep editing')
  await expect(keepEditing).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  await profile.getByLabel('Full name').fill(signedIn.fullname)
  await expect(update).toBeDisabled()
  await profile.getByLabel('Full name').fill('R2')
  await update.click()
  await expect(profile.getByText('Invalid Name format')).toBeVisible()
  await profile.getByLabel('Full name').fill('Robin Renamed')
  await update.click()
  await expectToast(page, 'Your details updated successfully')
  await expect(update).toBeDisabled()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu').getByText('Robin Renamed')).toBeVisible()
})

test('a new e-mail asks for the password, can be cancelled, and takes effect with the code sent to it', async ({
  page,
  site,
  signedIn,
  expectErrors,
}) => {
  expectErrors(refusal(400))
  const newEmail = `a.rather.long.address.for.a.phone.${signedIn.email}`
  await page.goto('/settings#profile-information')
  const profile = section(page, 'Profile Information')
  const password = profile.getByLabel('Password', { exact: true })
  await expect(password).toBeHidden()
  await profile.getByLabel('Email').fill(`oops.${signedIn.email}`)
  await profile.getByRole('button', { name: 'Update' }).click()
  await expect(profile.getByText('Password is required')).toBeVisible()
  await expectAccessible(page)
  await password.fill('Nightjar7')
  await profile.getByRole('button', { name: 'Update' }).click()
  await expect(profile.getByText('The current password is not right')).toBeVisible()
  await password.fill(signedIn.password)
  await profile.getByRole('button', { name: 'Update' }).click()
  await profile.getByRole('button', { name: 'Cancel change' }).click()
  await expectToast(page, `Your email stays ${signedIn.email}`)
  await expect(profile.getByLabel('OTP')).toBeHidden()
  await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)

  await page.setViewportSize({ width: 320, height: 640 })
  await profile.getByLabel('Email').fill(newEmail)
  await password.fill(signedIn.password)
  await profile.getByRole('button', { name: 'Update' }).click()
  await expect(password).toBeHidden()
  await expect(profile.getByText(`Enter the code sent to ${newEmail}`)).toBeVisible()
  await expect(profile.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await expect(profile.getByLabel('OTP')).toBeFocused()
  await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)
  await expect(profile.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled()
  await expectNoSidewaysScroll(page)
  await site.runJobs()
  const code = await site.mailbox.waitForCode(newEmail)
  await profile.getByLabel('OTP').fill(code === '000000' ? '111111' : '000000')
  await expect(profile.getByText('Invalid or expired OTP.')).toBeVisible()

  await page.reload()
  await expect(profile.getByText(`Enter the code sent to ${newEmail}`)).toBeVisible()
  await profile.getByLabel('OTP').fill(code)
  await expectToast(page, `Your email is now ${newEmail}`)
  await expect(profile.getByLabel('Email')).toHaveValue(newEmail)
  await expect(profile.getByLabel('OTP')).toBeHidden()
  await expect(profile.getByRole('heading')).toBeFocused()
})

test('profile picture and cover are previewed before they are uploaded, and shown everywhere afterwards', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/settings')
  const avatar = section(page, 'Profile Picture')
  await expect(avatar.getByText('JPG, PNG or GIF max 5MB', { exact: true })).toBeVisible()
  await expect(avatar.getByRole('button', { name: 'Upload' })).toBeHidden()
  await avatar.getByLabel('Choose profile picture').setInputFiles(picture)
  await expect(avatar.getByAltText('Preview of your new picture')).toHaveJSProperty('naturalWidth', 192)
  await avatar.getByRole('button', { name: 'Upload' }).click()
  await expectToast(page, 'Avatar updated successfully')
  await expect(avatar.getByRole('button', { name: 'Upload' })).toBeHidden()
  await expect(avatar.getByAltText('Your picture')).toHaveJSProperty('complete', true)
  await expect(page.getByRole('banner').locator('img')).not.toHaveJSProperty('naturalWidth', 0)

  const cover = section(page, 'Cover Image')
  const hint = 'JPG, PNG or GIF max 10MB, recommended 1200x300 px'
  await expect(cover.getByText(hint, { exact: true })).toBeVisible()
  await cover.getByLabel('Choose cover image').setInputFiles(picture)
  await expect(cover.getByAltText('Preview of your new cover')).toBeVisible()
  await cover.getByRole('button', { name: 'Cancel' }).click()
  await expect(cover.getByAltText('Preview of your new cover')).toBeHidden()
  await cover.getByLabel('Choose cover image').setInputFiles(picture)
  await cover.getByRole('button', { name: 'Upload' }).click()
  await expectToast(page, 'Your cover image updated successfully')
  await expect(cover.getByAltText('Your cover')).not.toHaveJSProperty('naturalWidth', 0)
})

test('a file that is too large or not a picture is refused at once, other problems by the server; every error is accessible', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  // Playwright's trace requests the broken picture once more, which the CSP forbids.
  expectErrors(/Connecting to 'blob:/)
  expectErrors(refusal(400))
  await page.goto('/settings')
  const avatar = section(page, 'Profile Picture')
  const choose = (name: string, mimeType: string, bytes: number) =>
    avatar
      .getByLabel('Choose profile picture')
      .setInputFiles({ name, mimeType, buffer: Buffer.alloc(bytes, 'x') })
  await choose('large.png', 'image/png', 5 * 1024 * 1024 + 1)
  await expect(avatar.getByRole('alert')).toHaveText('This picture is larger than 5MB. Choose a smaller one.')
  await choose('notes.txt', 'text/plain', 10)
  await expect(avatar.getByRole('alert')).toHaveText(
    'This is not a JPG, PNG or GIF picture. Choose another one.',
  )
  await choose('fake.png', 'image/png', 10)
  await avatar.getByRole('button', { name: 'Upload' }).click()
  await expect(avatar.getByRole('alert')).toHaveText(/\w/)
  await expect(toast(page, 'Avatar updated successfully')).toBeHidden()

  await page.getByLabel('Email').fill(`axe.${signedIn.email}`)
  await page.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByLabel('OTP')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.getByLabel('Choose cover image').setInputFiles(picture)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(section(page, 'Change Password').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('the link mailed to a new e-mail confirms it, once the person has confirmed a sign-in that is no longer recent', async ({
  page,
  site,
  signedIn,
  expectErrors,
}) => {
  expectErrors(refusal(403))
  await forgetConfirmation(site, signedIn)
  // The page has loaded the account before the new address is entered in another program.
  await page.goto('/settings')
  const profile = section(page, 'Profile Information')
  await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)
  await noteText(page, 'The link that you opened was used already')
  const email = `new.${signedIn.email}`
  await signedIn.client.call(api.accounts.updateAccount, { body: { email } })
  await site.runJobs()
  const { text } = await site.mailbox.waitForMail(email)
  const [link = ''] =
    /\/settings#new-email=[\w-]+/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? []
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(link)
  await expect(profile.getByText(`Make ${email} your email?`)).toBeInViewport()
  await expect(profile.getByText(`Open the link sent to ${email}`)).toBeHidden()
  await expectAccessible(page)
  await profile.getByRole('button', { name: 'Confirm with this link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `Your email is now ${email}`)
  await expect(profile.getByLabel('Email')).toHaveValue(email)
  await expect(page).toHaveURL('/settings#profile-information')
  await expect(profile.getByRole('heading')).toBeFocused()
  expect(await page.evaluate(() => 'wasShown' in window)).toBe(false)

  await page.goto(link)
  await expect(profile.getByText('The link that you opened was used already')).toBeVisible()
})

/** Sets `wasShown` on the page's window once this text is shown, however briefly. */
const noteText = (page: Page, text: string) =>
  page.evaluate((noted) => {
    new MutationObserver(() => {
      if (document.body.textContent?.includes(noted)) Object.assign(window, { wasShown: true })
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, text)

async function changePassword(page: Page, current: string, next: string, confirm: string) {
  const password = section(page, 'Change Password')
  await password.getByLabel('Current password').fill(current)
  await password.getByLabel('New password').fill(next)
  await password.getByLabel('Confirm password').fill(confirm)
  await password.getByRole('button', { name: 'Change password' }).click()
}

test('each failure to change the password clears the fields; a changed password signs out and leads to sign in', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  expectErrors(refusal(400, 401))
  await page.goto('/settings')
  const password = section(page, 'Change Password')
  const now = signedIn.password
  const cases = [
    ['', 'Nightingale8', 'Nightingale8', 'Missing required field'],
    [now, now, now, 'New password must be different from current one'],
    [now, 'Nightingale8', 'Nightingale9', 'New password and confirm password do not match.'],
    [now, 'short', 'short', 'Password must be at least 6 characters long.'],
    ['Nightjar7', 'Nightingale8', 'Nightingale8', 'The current password is not right'],
  ] as const
  for (const [current, next, confirm, message] of cases) {
    await changePassword(page, current, next, confirm)
    await expect(password.getByRole('alert')).toHaveText(message)
    for (const label of ['Current password', 'New password', 'Confirm password'])
      await expect(password.getByLabel(label)).toHaveValue('')
  }

  await changePassword(page, now, 'Nightingale8', 'Nightingale8')
  await expectToast(page, 'Your password has been updated successfully')
  await expect(page).toHaveURL('/auth/')
  await expect(page.getByText('Your password has been updated. Sign in with the new one.')).toBeVisible()
  await signIn(page, signedIn.username, now)
  await expect(signInForm(page).getByRole('alert')).toHaveText('Invalid username, email or password')
  await signIn(page, signedIn.username, 'Nightingale8')
  await expect(page).toHaveURL('/')
})

test('an account is deleted with its password', async ({ page, signedIn, expectErrors }) => {
  expectErrors(refusal(400, 401, 403))
  await page.goto('/settings')
  await section(page, 'Delete Account').getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('You can change your mind for 7 days')
  await expect(dialog).toContainText('hidden from everyone at once, and removed for good after 7 days')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('Nightjar7')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('The current password is not right')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expectToast(page, 'Your account will be deleted in 7 days')
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, signedIn.username, 'Nightjar7')
  await expect(signInForm(page).getByRole('alert')).toHaveText('Invalid username, email or password')
  await signIn(page, signedIn.username, signedIn.password)
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible()
})

test('Storage shows an error until Retry loads it, then how much is used, including unfinished uploads', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const address = '**/api/v1/user/storage'
  await page.route(address, (route) => route.abort())
  await page.goto('/settings')
  const storage = section(page, 'Storage')
  const failure = storage.getByText('Your storage could not be loaded.')
  await expect(failure).toBeVisible()
  await expect(section(page, 'Profile Information').getByLabel('Email')).toHaveValue(signedIn.email)
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(12 * 1024 * 1024) }
  const answer = await page.request.post(addressOf(api.uploads.open), { headers })
  expect(answer.status(), signedIn.username).toBe(201)

  await page.unroute(address)
  const line = await holdRequests(page, /user\/storage/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(storage.locator('[aria-busy]')).toBeVisible()
  await expect(failure).toBeVisible()
  line.release()
  await expect(storage.getByText('12.0 MB of 50.0 GB used')).toBeVisible()
  await expect(failure).toBeHidden()
  await expect(storage.getByRole('heading')).toBeFocused()

  // The index leads to each section and marks the one that is being read.
  const index = page.getByRole('navigation', { name: 'Sections' })
  const current = index.locator('[aria-current]')
  await expect(current).toHaveText('Storage')
  await index.getByRole('link', { name: 'Your data' }).click()
  await expect(current).toHaveText('Your data')
  await index.getByRole('link', { name: 'Delete Account' }).click()
  const title = (name: string) => section(page, name).getByRole('heading', { name })
  await expect(title('Delete Account')).toBeInViewport()
  await expect(title('Delete Account')).toBeFocused()
  await expect(page).toHaveURL('/settings#delete-account')
  await expect(current).toHaveText('Delete Account')
  await page.mouse.move(900, 400)
  await page.mouse.wheel(0, -100_000)
  await expect(current).toHaveText('Profile Information')
  await expect(index).toBeInViewport()
})

test('on a phone the settings are a list of sections that open, Back returns to it, and nothing typed is lost', async ({
  page,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  const list = page.getByRole('navigation', { name: 'Sections' })
  const opened = page.getByRole('main').getByRole('region')
  await expect(list.getByRole('link')).toContainText(['Profile Information', 'About you', 'Profile Picture'])
  await expect(opened).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await list.getByRole('link', { name: 'About you' }).click()
  await expect(page).toHaveURL('/settings#about-you')
  await expect(opened).toHaveAccessibleName('About you')
  await expect(opened.getByRole('heading')).toBeFocused()
  await expect(list).toBeHidden()
  await opened.getByLabel('Bio').fill('Sings at noon')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
  await expect(list.getByRole('link', { name: 'About you' })).toBeFocused()
  await expect(opened).toHaveCount(0)

  await list.getByRole('link', { name: 'Where you are signed in' }).click()
  await expect(opened).toHaveAccessibleName('Where you are signed in')
  await page.getByRole('button', { name: 'All settings' }).click()
  await expect(list.getByRole('link', { name: 'Where you are signed in' })).toBeFocused()
  await list.getByRole('link', { name: 'About you' }).click()
  await expect(opened.getByLabel('Bio')).toHaveValue('Sings at noon')
  // Turned to landscape and back.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(opened.first()).toHaveAccessibleName('Profile Information')
  await expect(opened.getByLabel('Bio')).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(opened).toHaveAccessibleName('About you')

  // A mail leads to a section that loads late.
  await page.goto('about:blank')
  await page.goto('/settings#your-data')
  await expect(opened).toHaveAccessibleName('Your data')
  await page.getByRole('button', { name: 'All settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(list).toBeVisible()
})
