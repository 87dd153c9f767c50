import type { Page } from '@playwright/test'
import { api } from '@vireo/contract'
import {
  expectNoSidewaysScroll,
  forgetConfirmation,
  forgetSession,
  refusal,
  signIn,
  signInForm,
} from '../../actions/account.ts'
import { accountMenu } from '../../actions/shell.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

// Passkeys do not work on an IP address.
test.use({ baseURL: ({ site }, use) => use(site.origin.replace('127.0.0.1', 'localhost')) })

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

/** A virtual authenticator. It approves every request at once; after `setWilling(false)` it does not respond. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setWilling: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    setVerified: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

type Authenticator = Awaited<ReturnType<typeof addAuthenticator>>

/** Adds a passkey to the device and the account. */
async function addPasskey(page: Page) {
  const authenticator = await addAuthenticator(page)
  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section(page).getByLabel('Name of the passkey')).toBeFocused()
  await section(page).getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByText('not used yet')).toBeVisible()
  return authenticator
}

/** Opens the sign-in form, signed out, in a browser that does not suggest passkeys. */
async function openSignIn(page: Page) {
  await forgetSession(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/auth/?next=%2Fsettings')
  await expect(passkeyButton(page)).toBeVisible()
}

test('a passkey is added with a name, can be declined, signs in, shows its last use and is removed, all at 320 px', async ({
  page,
  signedIn,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const authenticator = await addAuthenticator(page)
  await page.goto('/settings#passkeys')
  await expect(section(page).getByText('You have no passkeys yet.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expectToast(page, 'Passkey added')
  const name = section(page).getByLabel('Name of the passkey')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(/Chrome/)
  await name.fill(' ')
  await name.press('Enter')
  await expect(section(page).getByText('Name is required')).toBeVisible()
  await name.fill('My laptop')
  await name.press('Enter')
  await expect(section(page).getByText('My laptop')).toBeVisible()
  await expect(section(page).getByText('Added just now, not used yet')).toBeVisible()
  await expect(section(page).getByRole('button', { name: 'Rename My laptop' })).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const longName = 'x'.repeat(50)
  await name.fill(longName)
  await expectAccessible(page)
  await section(page).getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByText(longName, { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)

  await openSignIn(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expect(passkeyButton(page)).toBeHidden()
  await page.getByRole('tab', { name: 'Sign in' }).click()
  await declinePasskey(page, authenticator, signedIn.username)
  await passkeyButton(page).click()
  await expectToast(page, 'Signin Successful')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByLabel('Email')).toHaveValue(signedIn.email)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Passkeys' }).click()
  await expect(section(page).getByText('Added just now, last used just now')).toBeVisible()

  await section(page)
    .getByRole('button', { name: `Remove ${longName}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Passkey removed')
  await expect(section(page).getByText('You have no passkeys yet.')).toBeVisible()
  await expect(section(page).getByRole('heading')).toBeFocused()
  expect((await signedIn.client.call(api.passkeys.list)).data.docs).toEqual([])
})

/** Declining shows a short note and leaves the page unchanged. */
async function declinePasskey(page: Page, authenticator: Authenticator, typed: string) {
  await signInForm(page).getByLabel('Username or email').fill(typed)
  await authenticator.setVerified(false)
  await passkeyButton(page).click()
  await expect(
    page.getByText('No passkey was used. You can try again, or sign in with your password.'),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(signInForm(page).getByLabel('Username or email')).toHaveValue(typed)
  await authenticator.setVerified(true)
}

test('the browser offers the passkey in the form, for which the page makes one call; the button replaces the offer', async ({
  page,
  signedIn,
  expectErrors,
}) => {
  // Requests that are pending when the person signs out may be refused.
  expectErrors(refusal(401))
  const authenticator = await addPasskey(page)
  await forgetSession(page)
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.asked = options?.mediation ?? 'at once'
      return get(options)
    }
  })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.passkeys.signInOptions.path)) calls.push(request.url())
  })
  await page.goto('/auth/?next=%2Fsettings')
  await expectToast(page, 'Signin Successful')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByLabel('Email')).toHaveValue(signedIn.email)
  expect(calls).toHaveLength(1)

  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await authenticator.setWilling(false)
  const asked = page.locator('html')
  await asked.evaluate((html) => delete html.dataset.asked)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(asked).toHaveAttribute('data-asked', 'conditional')
  await authenticator.setWilling(true)
  await passkeyButton(page).click()
  await expectToast(page, 'Signin Successful')
  await expect(asked).toHaveAttribute('data-asked', 'at once')
  await accountMenu(page).click()
  await expect(page.getByText(signedIn.email)).toBeVisible()
})

test('a passkey confirms a person’s identity when their sign-in was a while ago; once removed it is refused with an explanation', async ({
  page,
  site,
  signedIn,
  expectErrors,
}) => {
  expectErrors(refusal(401, 403))
  await addPasskey(page)
  await forgetConfirmation(site, signedIn)
  await section(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expectToast(page, 'Passkey removed')
  await expect(dialog).toBeHidden()

  // The device still has it.
  await openSignIn(page)
  await passkeyButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This passkey does not belong to any account. It may have been removed.',
  )
})

test('a site that is opened by an IP address offers no passkeys and explains why', async ({ page, site }) => {
  const { person } = await site.signUp()
  await page.goto(`${site.origin}/auth/?next=%2Fsettings`)
  await expect(signInForm(page)).toBeVisible()
  // The link appears together with the passkey button, if there is one.
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible()
  await expect(passkeyButton(page)).toHaveCount(0)
  await signIn(page, person.username, person.password)
  await expect(section(page).getByText('this site was opened by its network address')).toBeVisible()
  await expect(section(page).getByRole('button')).toHaveCount(0)
})
