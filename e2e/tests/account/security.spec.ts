import type { Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { TOTP } from 'otpauth'
import { TestClient } from '../../../server/test/app/client.ts'
import { expectNoSidewaysScroll, forgetConfirmation, refusal, signIn } from '../../actions/account.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { newAddress } from '../../support/site.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('the list of sessions', () => {
  test('names the other devices, which can be signed out one by one or all at once', async ({
    page,
    site,
    signedIn,
  }) => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
    const others = [new TestClient(site.origin), new TestClient(site.origin), new TestClient(site.origin)]
    const body = { username: signedIn.username, password: signedIn.password }
    for (const other of others)
      await other.call(api.signIn.login, {
        body,
        headers: { 'user-agent': phone, 'x-forwarded-for': newAddress() },
      })
    await page.goto('/settings')
    const sessions = section(page, 'Where you are signed in')
    await expect(sessions.getByRole('listitem')).toHaveCount(4)
    await expect(sessions.getByText('This device')).toHaveCount(1)
    await sessions.getByRole('button', { name: 'Sign out on Safari on iOS' }).first().click()
    await expectToast(page, 'Signed out there')
    await expect(sessions.getByRole('listitem')).toHaveCount(3)
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await expectToast(page, 'Signed out everywhere else')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    for (const other of others) expect((await other.call(api.accounts.currentUser)).status).toBe(401)
  })
})

test.describe('two-step sign-in', () => {
  test('is set up in the settings, which asks for the password when the sign-in was a while ago', async ({
    page,
    site,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(refusal(400, 403))
    await forgetConfirmation(site, signedIn)
    await page.goto('/settings')
    const twoStep = section(page, 'Two-step sign-in')
    const turnOn = twoStep.getByRole('button', { name: 'Turn on two-step sign-in' })
    await turnOn.click()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(turnOn).toBeFocused()
    await turnOn.click()
    await question.getByLabel('Password', { exact: true }).fill('Songbird8')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(question.getByText('The current password is not right')).toBeVisible()
    await question.getByLabel('Password', { exact: true }).fill(signedIn.password)
    await question.getByRole('button', { name: 'Confirm' }).click()

    const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' })
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expectAccessible(page)
    const secret = (await dialog.locator('code').textContent()) ?? ''
    const totp = new TOTP({ secret: secret.replaceAll(' ', '') })
    // The last digit submits the code.
    await dialog.getByLabel('Code').fill(totp.generate())
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page)
    const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(twoStep.getByText('10 recovery codes are left.')).toBeVisible()
    const disabled = await signedIn.client.call(api.twoStep.disable, {
      body: { password: signedIn.password, code: codes[0] ?? '' },
    })
    expect(disabled.status).toBe(200)
  })

  test('is asked for after the password, and turned off again', async ({ page, site, expectErrors }) => {
    expectErrors(refusal(400, 401))
    const { person, client } = await site.signUp()
    const { secret } = (await client.call(api.twoStep.setUp)).data
    const enabled = await client.call(api.twoStep.enable, {
      body: { code: new TOTP({ secret }).generate() },
    })
    const codes = enabled.data.recoveryCodes
    await page.goto('/auth/?next=%2Fsettings%23two-step-sign-in')
    await signIn(page, person.username, person.password)
    const form = page.getByRole('form', { name: 'Second step' })
    await form.getByLabel('Code').fill('000000')
    await expect(form.getByText('This code is wrong or was used already')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Use a recovery code' }).click()
    await form.getByLabel('Recovery code').fill(codes[0] ?? '')
    await form.getByLabel('Do not ask again on this device').check()
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/settings#two-step-sign-in')
    const twoStep = section(page, 'Two-step sign-in')
    await expect(twoStep.getByText('9 recovery codes are left.')).toBeVisible()
    await expectNoSidewaysScroll(page)

    await twoStep.getByRole('button', { name: 'Turn off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByLabel('Code').fill(codes[1] ?? '')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expectToast(page, 'Two-step sign-in is off')
    await expect(twoStep.getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible()
  })
})
