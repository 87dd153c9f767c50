import type { Locator } from '@playwright/test'
import { api } from '@vireo/contract'
import { testPassword } from '../../../server/test/password.ts'
import {
  expectNoSidewaysScroll,
  fillSignIn,
  refusal,
  signIn,
  signInForm,
  signUpForm,
} from '../../actions/account.ts'
import { accountMenu } from '../../actions/shell.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectNoToast, expectToast } from '../../support/toasts.ts'

test('a visitor sent to sign in signs up with the mailed code and comes back; a taken username is reported at its field', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(400, 409))
  const { person } = await site.signUp()
  await page.goto('/settings')
  await expect(page).toHaveURL('/auth/?next=%2Fsettings')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/auth/?tab=sign-up&next=%2Fsettings')

  const form = signUpForm(page)
  const create = form.getByRole('button', { name: 'Create account' })
  await expect(form.getByLabel('Full name')).toHaveAccessibleDescription(
    'Letters only, 3 to 16 in each word.',
  )
  await expect(form.getByLabel('Username')).toHaveAccessibleDescription('3 to 30 letters, digits, _ or .')
  await form.getByLabel('Username').press('Enter')
  await expect(form.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Full name').fill('Wren Songbird')
  await form.getByLabel('Username').fill(person.username.toUpperCase())
  await form.getByLabel('Email').fill('wren@example.org')
  await form.getByLabel('Password', { exact: true }).fill(testPassword)
  await expect(create).toBeDisabled()
  await form.getByLabel('Password', { exact: true }).press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Please verify your email with OTP before signing up.')

  await form.getByRole('button', { name: 'Send OTP' }).click()
  await expect(form.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await expect(form.getByText('The code expires in 5 minutes.')).toBeVisible()
  await expect(form.getByLabel('OTP')).toBeFocused()
  await expect(form.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled()
  await site.runJobs()
  await enterMailedCode(form, await site.mailbox.waitForCode('wren@example.org'))

  await create.click()
  await expect(form.getByText('This username is already taken')).toBeVisible()
  await expect(form.getByLabel('Username')).toBeFocused()
  await form.getByLabel('Username').fill('wren.songbird')
  await create.click()
  await expectToast(page, 'Your account has been created successfully.')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByLabel('Full name')).toHaveValue('Wren Songbird')
})

/** Enters wrong codes, then the right one with a space in it. */
async function enterMailedCode(form: Locator, code: string) {
  await form.getByLabel('OTP').fill('1234')
  await form.getByRole('button', { name: 'Verify' }).click()
  await expect(form.getByText('OTP must be 6 digits')).toBeVisible()
  const wrong = code === '000000' ? '111111' : '000000'
  await form.getByLabel('OTP').fill(`${wrong}789`)
  await expect(form.getByLabel('OTP')).toHaveValue(wrong)
  await expect(form.getByText('Invalid or expired OTP.')).toBeVisible()
  await expect(form.getByLabel('OTP')).toBeFocused()

  // The wrong code is selected, so typing replaces it; the sixth digit submits the code.
  await form.page().keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(form.getByText('Email verified')).toBeVisible()
  await expect(form.getByLabel('Password', { exact: true })).toBeFocused()
}

test('a code can be sent again after 60 seconds, which the page counts down across tabs and the server enforces; another address needs its own', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(429))
  const address = 'a.rather.long.address.for.a.phone@songbirds.example.org'
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install()
  await page.goto('/auth/?tab=sign-up')
  const form = signUpForm(page)
  await form.getByLabel('Email').fill(address)
  await form.getByLabel('Email').press('Enter')
  await expect(form.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.clock.runFor(20_000)
  await page.getByRole('tab', { name: 'Sign in' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expect(form.getByLabel('Email')).toHaveValue(address)
  await expect(form.getByRole('button', { name: /^Resend in (40|[123]?\d)s$/ })).toBeDisabled()

  await page.clock.runFor(41_000)
  await form.getByRole('button', { name: 'Send OTP' }).click()
  await expect(form.getByText(/^Please wait \d+ seconds before asking for another code$/)).toBeVisible()

  await site.runJobs()
  await form.getByLabel('OTP').fill(await site.mailbox.waitForCode(address))
  await expect(form.getByText('Email verified')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Create account' })).toBeEnabled()
  await form.getByLabel('Email').fill('second@example.org')
  await expect(form.getByText('Email verified')).toBeHidden()
  await expect(form.getByRole('button', { name: 'Create account' })).toBeDisabled()
  await expect(form.getByRole('button', { name: 'Send OTP' })).toBeEnabled()
})

test('signing in works by keyboard and lasts; the next person in the same browser sees nothing of the previous one', async ({
  page,
  site,
  expectErrors,
}) => {
  // Requests that are pending when the person signs out may be refused.
  expectErrors(refusal(401))
  const first = await site.signUp({ fullname: 'Finch First' })
  const second = await site.signUp({ fullname: 'Sparrow Second' })
  // Never to another site: `safeNext` has the other cases.
  await page.goto(`/auth/?next=${encodeURIComponent('//example.com')}`)
  const form = signInForm(page)
  await page.getByRole('tab', { name: 'Sign in' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(signUpForm(page)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(form).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Username or email')).toBeFocused()
  await page.keyboard.type(first.person.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(first.person.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(form.getByRole('button', { name: 'Hide password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Signin Successful')
  await expect(page).toHaveURL(`${site.origin}/`)

  // People who are already signed in are sent to the page they came for.
  await page.goto('/auth/?next=/settings')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByLabel('Full name')).toHaveValue('Finch First')
  await accountMenu(page).click()
  await expect(page.getByText(first.person.email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expectToast(page, 'Logout Successfull')
  await expect(page).toHaveURL('/')

  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, second.person.email.toUpperCase(), second.person.password)
  await expectToast(page, 'Signin Successful')
  await expect(page).toHaveURL('/')
  await accountMenu(page).click()
  await expect(page.getByText(second.person.email)).toBeVisible()
  await expect(page.getByText(first.person.email)).toHaveCount(0)
})

test('a refused sign-in is explained in the form, once: the same for a wrong password and an unknown name, limited after ten', async ({
  page,
  context,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(400, 401, 429))
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const { person } = await site.signUp()
  // Without a recent sign-in in this browser, no account can be restored.
  await page.goto('/auth/?step=code')
  await expect(page.getByRole('alert')).toHaveText('This sign-in took too long. Please start again.')
  await expect(page.getByLabel('Code')).toHaveCount(0)
  await page.goto('/auth/?step=restore')
  await expect(page.getByRole('alert')).toHaveText('This sign-in took too long. Please start again.')
  await expect(page.getByRole('button', { name: 'Keep my account' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to sign in' }).click()

  const form = signInForm(page)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(form.getByText('Password is required')).toBeVisible()
  await expectAccessible(page)
  for (const name of [person.username, 'nobody.at.all']) {
    await signIn(page, name, 'not the one')
    await expect(form.getByRole('alert')).toHaveText('Invalid username, email or password')
  }

  await fillSignIn(page, 'robin', 'Songbird7')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(form.getByRole('alert')).toHaveText('Network error, please try again.')
  await expect(form.getByLabel('Username or email')).toHaveValue('robin')
  await context.setOffline(false)

  await page.evaluate(async (username) => {
    const body = JSON.stringify({ username, password: 'not the one' })
    const headers = { 'content-type': 'application/json' }
    for (let tries = 0; tries < 10; tries += 1)
      await fetch('/api/v1/user/login', { method: 'POST', headers, body })
  }, person.username)
  await signIn(page, person.username, person.password)
  const message = 'Too many requests. Please try again after 15 minitues.'
  await expect(form.getByRole('alert')).toHaveText(message)
  await form.getByRole('button', { name: 'Show password' }).click()
  for (const shown of [message, 'Invalid username', 'Network error']) expectNoToast(page, shown)
})

test('someone who deleted their account can sign in to keep it, and is sent to the page they came for', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(403))
  const { person, client } = await site.signUp()
  const { username, password } = person
  const leave = () => client.call(api.accountDeletion.deleteAccount, { body: { password } })
  expect((await leave()).status).toBe(200)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/auth/?next=/settings')
  await signIn(page, username, password)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  const text = page.getByText(`Your account ${username} will be deleted on`)
  await expect(text).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(signInForm(page)).toBeVisible()
  await fillSignIn(page, username, password)
  await page.keyboard.press('Enter')
  await expect(text).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Your account has been restored')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByLabel('Full name')).toHaveValue(person.fullname)
})
