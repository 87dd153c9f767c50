import { api } from '@vireo/contract'
import { testPassword } from '../../../server/test/password.ts'
import {
  expectNoSidewaysScroll,
  fillSignIn,
  forgetSession,
  refusal,
  signIn,
  signInForm,
  signUpForm,
} from '../../account.ts'
import { expectAccessible } from '../../fixtures.ts'
import { expect, test } from '../../test.ts'
import { expectToast } from '../../toasts.ts'

test.describe('sign up', () => {
  test('a visitor sent to sign in signs up with the mailed code and comes back', async ({
    page,
    site,
    expectErrors,
  }) => {
    expectErrors(refusal(400))
    await page.goto('/settings')
    await expect(page).toHaveURL('/auth/?next=%2Fsettings')
    await page.getByRole('tab', { name: 'Sign up' }).click()
    await expect(page).toHaveURL('/auth/?tab=sign-up&next=%2Fsettings')

    const form = signUpForm(page)
    const create = form.getByRole('button', { name: 'Create account' })
    await form.getByLabel('Full name').fill('Wren Songbird')
    await form.getByLabel('Username').fill('wren.songbird')
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

    await form.getByLabel('OTP').fill('1234')
    await form.getByRole('button', { name: 'Verify' }).click()
    await expect(form.getByText('OTP must be 6 digits')).toBeVisible()
    await form.getByLabel('OTP').fill('1234567890')
    await expect(form.getByLabel('OTP')).toHaveValue('123456')
    const code = await site.mailbox.waitForCode('wren@example.org')
    await form.getByLabel('OTP').fill(code === '000000' ? '111111' : '000000')
    await form.getByRole('button', { name: 'Verify' }).click()
    await expect(form.getByText('Invalid or expired OTP.')).toBeVisible()

    await form.getByLabel('OTP').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await expect(form.getByLabel('OTP')).toHaveValue(code)
    await form.getByLabel('OTP').press('Enter')
    await expect(form.getByText('Email verified')).toBeVisible()
    await expect(form.getByLabel('Password', { exact: true })).toBeFocused()

    await create.click()
    await expectToast(page, 'Your account has been created successfully.')
    await expect(page).toHaveURL('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue('Wren Songbird')
  })

  test('changing the address requires verifying the new one', async ({ page, site }) => {
    await page.goto('/auth/?tab=sign-up')
    const form = signUpForm(page)
    await form.getByLabel('Email').fill('first@example.org')
    await form.getByLabel('Email').press('Enter')
    await form.getByLabel('OTP').fill(await site.mailbox.waitForCode('first@example.org'))
    await form.getByRole('button', { name: 'Verify' }).click()
    await expect(form.getByText('Email verified')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Create account' })).toBeEnabled()

    await form.getByLabel('Email').fill('second@example.org')
    await expect(form.getByText('Email verified')).toBeHidden()
    await expect(form.getByRole('button', { name: 'Create account' })).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Send OTP' })).toBeEnabled()
  })

  test('a code can be sent again after 60 seconds, which the page counts down across tabs and the server enforces', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(refusal(429))
    await page.clock.install()
    await page.goto('/auth/?tab=sign-up')
    const form = signUpForm(page)
    await form.getByLabel('Email').fill('patient@example.org')
    await form.getByRole('button', { name: 'Send OTP' }).click()
    await expect(form.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
    await page.clock.runFor(20_000)
    await page.getByRole('tab', { name: 'Sign in' }).click()
    await expect(form).toBeHidden()
    await page.getByRole('tab', { name: 'Sign up' }).click()
    await expect(form.getByLabel('Email')).toHaveValue('patient@example.org')
    await expect(form.getByRole('button', { name: /^Resend in (40|[123]\d)s$/ })).toBeDisabled()

    await page.clock.runFor(41_000)
    await form.getByRole('button', { name: 'Send OTP' }).click()
    await expect(form.getByText(/^Please wait \d+ seconds before asking for another code$/)).toBeVisible()
  })

  test('a taken username is reported at its field and nothing typed is lost', async ({
    page,
    site,
    expectErrors,
  }) => {
    expectErrors(refusal(409))
    const { person } = await site.signUp()
    await page.goto('/auth/?tab=sign-up')
    const form = signUpForm(page)
    await form.getByLabel('Full name').fill('Robin Second')
    await form.getByLabel('Username').fill(person.username.toUpperCase())
    await form.getByLabel('Email').fill('second.robin@example.org')
    await form.getByRole('button', { name: 'Send OTP' }).click()
    await form.getByLabel('OTP').fill(await site.mailbox.waitForCode('second.robin@example.org'))
    await form.getByRole('button', { name: 'Verify' }).click()
    await form.getByLabel('Password', { exact: true }).fill(testPassword)
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect(form.getByText('This username is already taken')).toBeVisible()
    await expect(form.getByLabel('Username')).toBeFocused()

    await form.getByLabel('Username').fill(`${person.username}.too`)
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('sign in', () => {
  test('works by username and by e-mail, and lasts over a reload', async ({ page, site }) => {
    const { person } = await site.signUp()
    for (const identifier of [person.username, person.email.toUpperCase()]) {
      await page.goto('/auth/')
      await signIn(page, identifier, person.password)
      await expectToast(page, 'Signin Successful')
      await expect(page).toHaveURL('/')
      await page.reload()
      await page.getByRole('button', { name: 'Account menu' }).click()
      await expect(page.getByText(person.email)).toBeVisible()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expectToast(page, 'Logout Successfull')
      await expect(page).toHaveURL('/')
    }
  })

  test('shows the next person in the same browser nothing of the previous one', async ({ page, site }) => {
    const first = await site.signUp({ fullname: 'Finch First' })
    const second = await site.signUp({ fullname: 'Sparrow Second' })
    await page.goto('/auth/?next=/settings')
    await signIn(page, first.person.username, first.person.password)
    await expect(page.getByLabel('Full name')).toHaveValue('Finch First')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, second.person.username, second.person.password)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByText(second.person.email)).toBeVisible()
    await expect(page.getByText(first.person.email)).toHaveCount(0)
  })

  test('gives the same message for a wrong password and an unknown name, in the form and as a toast', async ({
    page,
    site,
    expectErrors,
  }) => {
    expectErrors(refusal(401))
    const { person } = await site.signUp()
    await page.goto('/auth/')
    for (const name of [person.username, 'nobody.at.all']) {
      await signIn(page, name, 'not the one')
      await expect(signInForm(page).getByRole('alert')).toHaveText('Invalid username, email or password')
      await expectToast(page, 'Invalid username, email or password')
      await page.reload()
    }
  })

  test('is limited after too many attempts', async ({ page, site, expectErrors }) => {
    expectErrors(refusal(401, 429))
    const { person } = await site.signUp()
    await page.goto('/auth/')
    await page.evaluate(async (username) => {
      const body = JSON.stringify({ username, password: 'not the one' })
      const headers = { 'content-type': 'application/json' }
      for (let tries = 0; tries < 10; tries += 1)
        await fetch('/api/v1/user/login', { method: 'POST', headers, body })
    }, person.username)
    await signIn(page, person.username, person.password)
    const message = 'Too many requests. Please try again after 15 minitues.'
    await expect(signInForm(page).getByRole('alert')).toHaveText(message)
    await expectToast(page, message)
  })

  test('reports a lost connection and keeps what was typed', async ({ page, context, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/auth/')
    await fillSignIn(page, 'robin', 'Songbird7')
    await context.setOffline(true)
    await signInForm(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(signInForm(page).getByRole('alert')).toHaveText('Network error, please try again.')
    await expect(signInForm(page).getByLabel('Username or email')).toHaveValue('robin')
  })

  test('sends someone who is already signed in to the page they came for', async ({ page, signedIn }) => {
    await page.goto('/auth/?next=/settings')
    await expect(page).toHaveURL('/settings')
    await expect(page.getByLabel('Full name')).toHaveValue(signedIn.fullname)
  })

  test('never redirects to another site', async ({ page, site, signedIn: _ }) => {
    for (const next of ['//example.com', '/\\example.com', 'https://example.com', '/%09/example.com']) {
      await page.goto(`/auth/?next=${encodeURIComponent(decodeURIComponent(next))}`)
      await expect(page).toHaveURL(`${site.origin}/`)
    }
  })

  test('works with the keyboard alone', async ({ page, site }) => {
    const { person } = await site.signUp()
    await page.goto('/auth/')
    const form = signInForm(page)
    await page.getByRole('tab', { name: 'Sign in' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(signUpForm(page)).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(form).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(form.getByLabel('Username or email')).toBeFocused()
    await page.keyboard.type(person.username)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(form.getByRole('button', { name: 'Hide password' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })
})

test('both tabs of /auth are accessible with their errors showing', async ({ page }) => {
  await page.goto('/auth/')
  await signInForm(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await signUpForm(page).getByLabel('Username').press('Enter')
  await expect(signUpForm(page).getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('/auth fits the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/auth/?tab=sign-up')
  const form = signUpForm(page)
  await form.getByLabel('Email').fill('a.rather.long.address.for.a.phone@songbirds.example.org')
  await form.getByRole('button', { name: 'Send OTP' }).click()
  await expect(form.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('someone who deleted their account can sign in to keep it, and is sent to the page they came for', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(403, 400))
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

  // Without a recent sign-in in this browser, no account can be kept.
  await forgetSession(page)
  await page.goto('/auth/?step=restore')
  await expect(page.getByRole('alert')).toHaveText('This sign-in took too long. Please start again.')
  await expect(page.getByRole('button', { name: 'Keep my account' })).toHaveCount(0)
})
