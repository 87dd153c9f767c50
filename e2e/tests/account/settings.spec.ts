import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal, signIn, signInForm } from '../../account.ts'
import { expectAccessible } from '../../fixtures.ts'
import { expect, test } from '../../test.ts'
import { expectToast, toast } from '../../toasts.ts'
import { holdRequests } from '../../videos.ts'

const picture = new URL('../../../web/public/icon-192.png', import.meta.url).pathname
const section = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('profile information', () => {
  test('Update is enabled only when name or e-mail changed', async ({ page, signedIn }) => {
    await page.goto('/settings')
    const profile = section(page, 'Profile Information')
    const update = profile.getByRole('button', { name: 'Update' })
    await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)
    await expect(update).toBeDisabled()
    await profile.getByLabel('Bio').fill('Sings at dawn')
    await expect(update).toBeDisabled()
    await profile.getByLabel('Full name').fill('Robin Renamed')
    await expect(update).toBeEnabled()
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

  test('bio and location can be saved without the other fields', async ({ page, signedIn }) => {
    await page.goto('/settings')
    const profile = section(page, 'Profile Information')
    await expect(profile.getByRole('button', { name: 'Save' })).toBeDisabled()
    await profile.getByLabel('Bio').fill('Sings at dawn')
    await profile.getByLabel('Location').fill('A hedge')
    await profile.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Your details updated successfully')
    await page.reload()
    await expect(profile.getByLabel('Bio')).toHaveValue('Sings at dawn')
    await expect(profile.getByLabel('Location')).toHaveValue('A hedge')
    await expect(profile.getByLabel('Full name')).toHaveValue(signedIn.fullname)
  })

  test('a new e-mail asks for the password and takes effect with the code sent to it', async ({
    page,
    site,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(refusal(400))
    const newEmail = `new.${signedIn.email}`
    await page.goto('/settings')
    const profile = section(page, 'Profile Information')
    const password = profile.getByLabel('Password', { exact: true })
    await expect(password).toBeHidden()
    await profile.getByLabel('Email').fill(newEmail)
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(profile.getByText('Password is required')).toBeVisible()
    await password.fill('Nightjar7')
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(profile.getByText('The current password is not right')).toBeVisible()
    await password.fill(signedIn.password)
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(password).toBeHidden()
    await expect(profile.getByText(`Enter the code sent to ${newEmail}`)).toBeVisible()
    await expect(profile.getByLabel('OTP')).toBeFocused()
    await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)
    await expect(profile.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled()

    const code = await site.mailbox.waitForCode(newEmail)
    await profile.getByLabel('OTP').fill(code === '000000' ? '111111' : '000000')
    await profile.getByRole('button', { name: 'Confirm email' }).click()
    await expect(profile.getByText('Invalid or expired OTP.')).toBeVisible()

    await page.reload()
    await expect(profile.getByText(`Enter the code sent to ${newEmail}`)).toBeVisible()
    await profile.getByLabel('OTP').fill(code)
    await profile.getByRole('button', { name: 'Confirm email' }).click()
    await expect(profile.getByLabel('Email')).toHaveValue(newEmail)
    await expect(profile.getByLabel('OTP')).toBeHidden()
  })

  test('a change of e-mail can be cancelled', async ({ page, signedIn }) => {
    await page.goto('/settings')
    const profile = section(page, 'Profile Information')
    await profile.getByLabel('Email').fill(`oops.${signedIn.email}`)
    await profile.getByLabel('Password', { exact: true }).fill(signedIn.password)
    await profile.getByRole('button', { name: 'Update' }).click()
    await profile.getByRole('button', { name: 'Cancel change' }).click()
    await expect(profile.getByLabel('OTP')).toBeHidden()
    await expect(profile.getByLabel('Email')).toHaveValue(signedIn.email)
  })
})

test.describe('pictures', () => {
  test('a profile picture is previewed before it is uploaded, and shown everywhere afterwards', async ({
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
  })

  test('a cover image is previewed and uploaded in the same way', async ({ page, signedIn: _ }) => {
    await page.goto('/settings')
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

  test('a file that is too large or not a picture is refused at once, other problems by the server', async ({
    page,
    signedIn: _,
    expectErrors,
  }) => {
    // Playwright's trace requests the picture that could not be shown once more, which the CSP forbids.
    expectErrors(/Connecting to 'blob:/)
    expectErrors(refusal(400))
    await page.goto('/settings')
    const avatar = section(page, 'Profile Picture')
    const choose = (name: string, mimeType: string, bytes: number) =>
      avatar
        .getByLabel('Choose profile picture')
        .setInputFiles({ name, mimeType, buffer: Buffer.alloc(bytes, 'x') })
    await choose('large.png', 'image/png', 5 * 1024 * 1024 + 1)
    await expect(avatar.getByRole('alert')).toHaveText(
      'This picture is larger than 5MB. Choose a smaller one.',
    )
    await choose('notes.txt', 'text/plain', 10)
    await expect(avatar.getByRole('alert')).toHaveText(
      'This is not a JPG, PNG or GIF picture. Choose another one.',
    )
    await choose('fake.png', 'image/png', 10)
    await avatar.getByRole('button', { name: 'Upload' }).click()
    await expect(avatar.getByRole('alert')).toHaveText(/\w/)
    await expect(toast(page, 'Avatar updated successfully')).toBeHidden()
  })
})

test.describe('change password', () => {
  async function change(page: Page, current: string, next: string, confirm: string) {
    const password = section(page, 'Change Password')
    await password.getByLabel('Current password').fill(current)
    await password.getByLabel('New password').fill(next)
    await password.getByLabel('Confirm password').fill(confirm)
    await password.getByRole('button', { name: 'Change password' }).click()
  }

  test('each failure is reported and clears the fields', async ({ page, signedIn, expectErrors }) => {
    expectErrors(refusal(400))
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
      await change(page, current, next, confirm)
      await expect(password.getByRole('alert')).toHaveText(message)
      await expectToast(page, message)
      for (const label of ['Current password', 'New password', 'Confirm password'])
        await expect(password.getByLabel(label)).toHaveValue('')
    }
  })

  test('a changed password signs the person out and leads to sign in', async ({
    page,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(refusal(401))
    await page.goto('/settings')
    await change(page, signedIn.password, 'Nightingale8', 'Nightingale8')
    await expectToast(page, 'Your password has been updated successfully')
    await expect(page).toHaveURL('/auth/')
    await signIn(page, signedIn.username, signedIn.password)
    await expect(signInForm(page).getByRole('alert')).toHaveText('Invalid username, email or password')
    await signIn(page, signedIn.username, 'Nightingale8')
    await expect(page).toHaveURL('/')
  })
})

test('an account is deleted with its password', async ({ page, signedIn, expectErrors }) => {
  expectErrors(refusal(400, 401, 403))
  await page.goto('/settings')
  await section(page, 'Delete Account').getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('You can change your mind for 7 days')
  await expect(dialog).toContainText('hidden from everyone at once, and removed for good after 7 days')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('Nightjar7')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('The current password is not right')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expectToast(page, 'Your account will be deleted in 7 days')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/auth/')
  await signIn(page, signedIn.username, 'Nightjar7')
  await expect(signInForm(page).getByRole('alert')).toHaveText('Invalid username, email or password')
  await signIn(page, signedIn.username, signedIn.password)
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible()
})

test('Storage shows how much of the quota is used, including unfinished uploads', async ({
  page,
  signedIn,
}) => {
  await page.goto('/settings')
  const storage = section(page, 'Storage')
  await expect(storage.getByText('0 KB of 50.0 GB used')).toBeVisible()
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(12 * 1024 * 1024) }
  const answer = await page.request.post(addressOf(api.uploads.open), { headers })
  expect(answer.status(), signedIn.username).toBe(201)
  await page.reload()
  await expect(storage.getByText('12.0 MB of 50.0 GB used')).toBeVisible()
})

test('a section that could not be loaded shows an error until Retry loads it', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const storage = '**/api/v1/user/storage'
  await page.route(storage, (route) => route.abort())
  await page.goto('/settings')
  const failure = section(page, 'Storage').getByText('Your storage could not be loaded.')
  await expect(failure).toBeVisible()
  await expect(section(page, 'Profile Information').getByLabel('Email')).toHaveValue(signedIn.email)
  await page.unroute(storage)
  const line = await holdRequests(page, /user\/storage/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(section(page, 'Storage').locator('[aria-busy]')).toBeVisible()
  await expect(failure).toBeVisible()
  line.release()
  await expect(section(page, 'Storage').getByText('0 KB of')).toBeVisible()
  await expect(failure).toBeHidden()
})

test('every section of the settings is accessible with its errors showing', async ({ page, signedIn }) => {
  await page.goto('/settings')
  await page.getByLabel('Email').fill(`axe.${signedIn.email}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByLabel('OTP')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.getByLabel('Choose cover image').setInputFiles(picture)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(section(page, 'Change Password').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await section(page, 'Delete Account').getByRole('button').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('the settings fit the narrowest phone', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/settings')
  await page.getByLabel('Email').fill(`a.rather.long.address.for.a.phone.${signedIn.email}`)
  await page.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByLabel('OTP')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
