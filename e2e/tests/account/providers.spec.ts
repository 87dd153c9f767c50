import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { TOTP } from 'otpauth'
import type { ProviderPerson } from '../../../server/src/program/seed/sample-providers/people.ts'
import { TestClient } from '../../../server/test/app/client.ts'
import { visitProvider } from '../../../server/test/programs/sample-providers.ts'
import { expectNoSidewaysScroll, forgetSession, refusal } from '../../actions/account.ts'
import { accountMenu } from '../../actions/shell.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { whenInstalled } from '../../support/service-worker.ts'
import type { Site } from '../../support/site.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const button = (page: Page, name: string) => page.getByRole('link', { name: `Continue with ${name}` })
const section = (page: Page, name: string) => page.getByRole('region', { name })
const newAddress = () => `wren${Date.now()}@example.org`

/** On the page of a sample provider. */
async function choose(page: Page, name: string, email: string): Promise<void> {
  await expect(page.getByText(`Sample provider: for trying Vireo out, not ${name}`)).toBeVisible()
  await page.getByRole('button', { name: email }).click()
}

async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a new person signs up with Google, returns to the page they came from and completes the account', async ({
  page,
  site,
}) => {
  const { email } = site.addProviderPerson(newAddress(), { name: "Zoë O'Hara" })
  await page.goto('/settings')
  await whenInstalled(page)
  await expect(button(page, 'Google')).toBeVisible()
  await expectFits(page)
  await button(page, 'Google').click()
  await expect(page.getByRole('button', { name: email })).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Google', email)
  await expect(page).toHaveURL('/settings')
  const profile = section(page, 'Profile Information')
  await expect(profile.getByLabel('Full name')).toHaveValue("Zoë O'Hara")
  await expect(profile.getByLabel('Email')).toHaveValue(email)

  // The e-mail can be changed even though the sign-up form would refuse the name and there is no password.
  await profile.getByLabel('Email').fill(`new.${email}`)
  await expect(profile.getByLabel('Password', { exact: true })).toBeHidden()
  await profile.getByRole('button', { name: 'Update' }).click()
  await expect(profile.getByText('OTP sent to your email. Check your inbox.')).toBeVisible()

  const password = section(page, 'Set a password')
  await password.getByLabel('New password').fill('Songbird7')
  await password.getByLabel('Confirm password').fill('Songbird7')
  await password.getByRole('button', { name: 'Set password' }).click()
  await expectToast(page, 'Your password has been updated successfully')
  await expect(section(page, 'Change Password').getByRole('heading')).toBeFocused()
})

test('a new person signs up with GitHub after declining first, and links Google with a code, even after a lost connection', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  // Requests that are pending when the person signs out may be refused.
  expectErrors(refusal(401))
  const { email, login } = site.addProviderPerson(newAddress())
  await page.goto('/auth/?tab=sign-up&next=%2Ftweets')
  await whenInstalled(page)
  await button(page, 'GitHub').click()
  await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page).toHaveURL('/auth/?problem=denied&tab=sign-up&next=%2Ftweets')
  await expect(page.getByRole('alert')).toHaveText(
    'The sign-in was cancelled. You can try again or choose another way.',
  )
  await expectFits(page)
  await button(page, 'GitHub').click()
  await choose(page, 'GitHub', email)
  await expect(page).toHaveURL('/tweets')
  await accountMenu(page).click()
  await expect(page.getByRole('menu').getByText(email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Go to Profile' }).click()
  await expect(page).toHaveURL(`/profile/${login}`)
  await expect(page.getByRole('heading', { name: 'Wren Okafor' })).toBeVisible()
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')

  const pendingLink = '**/provider/pending-link'
  await page.route(pendingLink, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await button(page, 'Google').click()
  await choose(page, 'Google', email)
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expectFits(page)
  await page.unroute(pendingLink)
  await retry.click()
  // The account has no password.
  await expect(page.getByRole('button', { name: 'E-mail me a code' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('OTP')).toBeFocused()
  await site.runJobs()
  await page.getByLabel('OTP').fill(await site.mailbox.waitForCode(email))
  await expect(page).toHaveURL('/')
})

test('someone whose address already has an account links it with a mailed code', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(400))
  const { person } = await site.signUp()
  site.addProviderPerson(person.email)
  await page.goto('/auth/?next=%2Ftweets')
  await whenInstalled(page)
  await button(page, 'Google').click()
  await choose(page, 'Google', person.email)
  await expect(page).toHaveURL('/auth/?step=link&next=%2Ftweets')
  await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible()
  await expect(page).toHaveTitle('Link your account · Vireo')
  await page.getByLabel('Password', { exact: true }).fill('Mistyped88')
  await page.getByRole('button', { name: 'Link and sign in' }).click()
  await expect(page.getByText('This password is not right')).toBeVisible()
  await expectFits(page)

  await page.getByRole('button', { name: 'E-mail me a code' }).click()
  await expect(page.getByLabel('OTP')).toBeFocused()
  await expectFits(page)
  await site.runJobs()
  await page.getByLabel('OTP').fill(await site.mailbox.waitForCode(person.email))
  await expectToast(page, 'Signin Successful')
  await expect(page).toHaveURL('/tweets')
})

test('in the settings an account is connected, refused if it belongs to someone else, and disconnected', async ({
  page,
  site,
  signedIn,
}) => {
  const mine = site.addProviderPerson(newAddress(), { name: 'Robin Elsewhere' })
  // Nothing was connected, despite the address.
  await page.goto('/settings?linked=github')
  await whenInstalled(page)
  const accounts = section(page, 'Connected accounts')
  await expect(page).toHaveURL('/settings#connected-accounts')
  await expect(accounts.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
  await expect(toast(page, 'Account connected')).toHaveCount(0)
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await choose(page, 'GitHub', mine.email)
  await expectToast(page, 'Account connected')
  await expect(page).toHaveURL('/settings#connected-accounts')
  await expect(accounts.getByText(mine.login)).toBeVisible()
  await expect(accounts).toBeInViewport()
  await expect(accounts.getByRole('heading')).toBeFocused()
  await expectFits(page)

  await accounts.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectToast(page, 'Account disconnected')
  await expect(accounts.getByRole('button', { name: 'Connect GitHub' })).toBeVisible()
  await site.runJobs()
  await site.mailbox.waitForMail(signedIn.email, 2)

  await signUpAtGitHub(site, mine)
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await choose(page, 'GitHub', mine.email)
  await expect(accounts.getByRole('alert')).toHaveText(
    'That account is connected to another account on this site.',
  )
})

test('single sign-on: an unverified address is refused, connecting is denied and repeated, then two steps, and a deleted account is restored', async ({
  page,
  site,
}) => {
  const doubtful = site.addProviderPerson(newAddress(), { isEmailVerified: false })
  const { email } = site.addProviderPerson(newAddress().replace('wren', 'finch'))
  const useGithub = async (address: string) => {
    await button(page, 'GitHub').click()
    await choose(page, 'GitHub', address)
  }
  const useSingleSignOn = async () => {
    await button(page, 'Single sign-on').click()
    await choose(page, 'Sample sign-on', email)
  }
  await page.goto('/auth/')
  await whenInstalled(page)
  await useGithub(doubtful.email)
  await expect(page).toHaveURL('/auth/?problem=unverified')
  await expect(page.getByRole('alert')).toHaveText(/^Your e-mail address is not verified there/)
  await useSingleSignOn()
  await expect(accountMenu(page)).toBeVisible()

  await page.goto('/settings')
  const accounts = section(page, 'Connected accounts')
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(accounts.getByRole('alert')).toHaveText(
    'Connecting the account was cancelled. You can try again.',
  )
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await choose(page, 'GitHub', email)
  await expectToast(page, 'Account connected')

  const { secret } = (await (await clientOf(page, site)).call(api.twoStep.setUp)).data
  const body = { code: new TOTP({ secret }).generate() }
  const enabled = await (await clientOf(page, site)).call(api.twoStep.enable, { body })
  await forgetSession(page)

  await page.goto('/auth/?next=%2Ftweets')
  await useGithub(email)
  await expect(page).toHaveURL('/auth/?step=code&next=%2Ftweets')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(enabled.data.recoveryCodes[0] ?? '')
  await page.getByLabel('Do not ask again on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/tweets')

  const elsewhere = await clientOf(page, site)
  await page.goto('about:blank')
  expect((await elsewhere.call(api.accountDeletion.deleteAccount, { body: {} })).status).toBe(200)
  await page.goto('/auth/?next=%2Ftweets')
  await useSingleSignOn()
  await expect(page).toHaveURL('/auth/?step=restore&next=%2Ftweets')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expectToast(page, 'Your account has been restored')
  await expect(page).toHaveURL('/tweets')
})

/** A client with the session of the page. */
async function clientOf(page: Page, { origin }: Site): Promise<TestClient> {
  const client = new TestClient(origin)
  for (const { name, value } of await page.context().cookies()) client.cookies.set(name, value)
  return client
}

/** Signs up with this account in another browser. */
async function signUpAtGitHub({ origin }: Site, person: ProviderPerson) {
  const elsewhere = new TestClient(origin)
  const start = await elsewhere.fetch(addressOf(api.providers.startGithub))
  const back = await visitProvider(start.headers.get('location') ?? '', person)
  expect((await elsewhere.fetch(back)).headers.get('location')).toBe('/')
}
