import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll, forgetConfirmation, refusal } from '../../actions/account.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

/** Makes the page ask for the export, and withholds the answer. */
async function withholdAnswer(page: Page) {
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(
    `**${addressOf(api.exports.latest)}`,
    async (route) => {
      const response = await route.fetch()
      answered.resolve()
      await released.promise
      // The page may have given up on it.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await answered.promise
  return released.resolve
}

test('a person confirms their identity, requests their data, downloads it and deletes it; one that has expired meanwhile is gone, which is said', async ({
  page,
  site,
  signedIn,
  expectErrors,
}) => {
  expectErrors(refusal(403))
  await forgetConfirmation(site, signedIn)
  await page.goto('/settings#your-data')
  const section = page.getByRole('region', { name: 'Your data' })
  const ask = section.getByRole('button', { name: 'Request my data' })
  await section.getByLabel('Include video and picture files').check()
  await expectAccessible(page)
  await ask.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()
  await expect(section.getByRole('alert')).toBeHidden()
  await ask.click()
  await dialog.getByLabel('Password', { exact: true }).fill(signedIn.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('status')).toContainText('Your data is being prepared')
  await site.runJobs()
  await expect(section.getByText('Your data is ready')).toBeVisible()
  await expect(section.getByText(/^ZIP, \d+ KB\. With files\. Available until \w+ \d+, \d+\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)

  await forgetConfirmation(site, signedIn)
  await section.getByRole('button', { name: 'Download' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(signedIn.password)
  // Its answer is from before the confirmation, without an address.
  const release = await withholdAnswer(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const download = await downloading
  release()
  expect(download.suggestedFilename()).toMatch(/^vireo-data-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await readFile(await download.path())
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  // There is another mail, about the sign-in.
  await site.mailbox.waitForMail(signedIn.email, 1, ({ subject }) => subject === 'Your Vireo data is ready')

  const setExpiry = (at: Date) => site.sql`update exports set expires_at = ${at}`
  await forgetConfirmation(site, signedIn)
  await setExpiry(new Date(0))
  await section.getByRole('button', { name: 'Download' }).click()
  await expectToast(page, 'This download no longer exists.')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeVisible()

  await setExpiry(new Date(Date.now() + 3600_000))
  await page.reload()
  await section.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(ask).toBeVisible()
  await expect(section.getByLabel('Include video and picture files')).not.toBeChecked()
})
