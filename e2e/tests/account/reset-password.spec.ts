import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, refusal, signIn } from '../../actions/account.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectNoToast, expectToast } from '../../support/toasts.ts'

const newPassword = 'nightingale8!'

async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByLabel('OTP')).toBeFocused()
}

/** The sixth digit submits the code. */
async function enterCode(page: Page, code: string) {
  await page.getByLabel('OTP').fill(code)
}

async function expectFits(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('a forgotten password is replaced in three steps; a wrong code is refused, and Send again leads back to the address', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(400, 401))
  const { person } = await site.signUp()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/auth/')
  await page.getByLabel('Username or email').fill(person.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/reset-password')
  const email = page.getByLabel('Email')
  await expect(page.locator('[aria-current=step]')).toContainText('Email')
  await expect(email).toHaveValue(person.email)
  await email.fill('')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectFits(page)

  await email.fill(person.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(page.locator('[aria-current=step]')).toContainText('OTP')
  await expect(page.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await expect(page.getByLabel('OTP')).toBeFocused()
  await expectFits(page)
  await site.runJobs()
  const code = await site.mailbox.waitForCode(person.email)
  await enterWrongCodes(page, code)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue(person.email)
  await expect(page.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled()
  // The first code can still be entered.
  await page.getByRole('button', { name: 'Enter the code' }).click()
  await expect(page.getByLabel('OTP')).toBeFocused()
  await enterCode(page, code)

  await expect(page.locator('[aria-current=step]')).toContainText('Password')
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectFits(page)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expectToast(page, 'Your password has been updated successfully')
  await expect(page).toHaveURL('/auth/')
  await expect(page.getByText('Your password has been updated. Sign in with the new one.')).toBeVisible()
  await signIn(page, person.username, person.password)
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Invalid username, email or password')
  await signIn(page, person.username, newPassword)
  await expect(page).toHaveURL('/')
  expectNoToast(page, 'Invalid OTP')
})

async function enterWrongCodes(page: Page, code: string) {
  await enterCode(page, '123')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('OTP must be 6 digits')).toBeVisible()
  await enterCode(page, code === '000000' ? '111111' : '000000')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid OTP, please try again.')
}

test('requesting a code again within a minute leads to the one that was sent, with a countdown until the next one', async ({
  page,
  site,
}) => {
  const { person } = await site.signUp()
  await page.goto('/reset-password')
  await askForCode(page, person.email)
  await site.runJobs()
  const code = await site.mailbox.waitForCode(person.email)
  await expect(page.getByText(/Send again in \d+s/)).toBeVisible()
  // A reload keeps the step, but other tabs do not have it.
  await page.reload()
  await expect(page.getByLabel('OTP')).toBeFocused()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await askForCode(page, person.email)
  await expect(page.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await expect(page.getByText(/Send again in \d+s/)).toBeVisible()
  await enterCode(page, code)
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('New password')).toBeFocused()
})

test('a lost connection and too many requests are reported; an address without an account gets the same response', async ({
  page,
  context,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(400, 429))
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const { person } = await site.signUp()
  await page.goto('/reset-password')
  const alert = page.getByRole('main').getByRole('alert')
  await askForCode(page, 'nobody@example.org')
  await expect(page.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await enterCode(page, '123456')
  await expect(alert).toHaveText('Invalid OTP, please try again.')

  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByLabel('Email').fill(person.email)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await expect(alert).toHaveText('Network error, please try again.')
  await context.setOffline(false)

  await page.evaluate(async (email) => {
    const body = JSON.stringify({ email })
    const headers = { 'content-type': 'application/json' }
    // Each from a different browser.
    for (let mails = 0; mails < 10; mails += 1)
      await fetch('/api/v1/user/reset-password-email-otp', {
        method: 'POST',
        credentials: 'omit',
        headers,
        body,
      })
  }, person.email)
  await page.getByRole('button', { name: 'Send OTP' }).click()
  const message = 'Too many requests. Please try again after 15 minitues.'
  await expect(alert).toHaveText(message)
})
