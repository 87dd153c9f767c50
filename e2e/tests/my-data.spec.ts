import { readFile } from 'node:fs/promises'
import { expectNoSidewaysScroll } from '../account.ts'
import { expectAccessible } from '../fixtures.ts'
import { expect, test } from '../test.ts'

test('a person asks for their data, downloads it and deletes it', async ({ page, site, signedIn }) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByLabel('Include video and picture files').check()
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Request my data' }).click()
  await expect(section.getByRole('status')).toContainText(/Your data is (being prepared|ready)/)

  await expect(section.getByText('Your data is ready')).toBeVisible({ timeout: 40_000 })
  await expect(section.getByText(/^ZIP, \d+ KB\. With files\. Available until \d+ \w+\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)

  const downloading = page.waitForEvent('download')
  await section.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^vireo-data-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await readFile(await download.path())
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  const mail = await site.mailbox.waitForMail(signedIn.email)
  expect(mail.subject).toBe('Your Vireo data is ready')

  await section.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(section.getByRole('button', { name: 'Request my data' })).toBeVisible()
  await expect(section.getByLabel('Include video and picture files')).not.toBeChecked()
})
