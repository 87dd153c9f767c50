import { openAsBlob } from 'node:fs'
import { api } from '@vireo/contract'
import { sidebar } from '../../shell.ts'
import { expect, test } from '../../test.ts'
import { toast } from '../../toasts.ts'
import { picture } from '../../upload.ts'
import { holdRequests } from '../../videos.ts'

test('someone who leaves while a tweet is being posted and comes back cannot post it twice', async ({
  page,
  signedIn: _,
}) => {
  const line = await holdRequests(page, /tweet\/create/)
  await page.goto('/create-tweet')
  const content = page.getByLabel('Content')
  await content.fill('Only once')
  await page.getByLabel('Image', { exact: true }).setInputFiles(picture)
  await page.getByRole('button', { name: 'Post Tweet' }).click()
  await sidebar(page).getByRole('link', { name: 'Home' }).click()
  // The address changes before the page does: going back earlier would find the old form.
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
  await page.goBack()
  await expect(content).toHaveValue('Only once')
  await expect(content).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeVisible()
  line.release()
  await expect(content).toHaveValue('')
  await expect(content).toBeEditable()
})

test('Escape does not discard changed text without a confirmation', async ({ page, signedIn }) => {
  const form = new FormData()
  form.append('content', 'As it was')
  form.append('image', await openAsBlob(picture), 'picture.png')
  const { data } = await signedIn.client.call(api.tweets.create, { form })
  await page.goto(`/tweet/${data.tweet._id}`)
  await page.getByRole('button', { name: 'Tweet actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit Tweet' }).click()
  const box = page.getByRole('textbox', { name: 'Edit tweet' })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await box.fill('As it should be')
  // The event that a browser sends while an input method composes a word.
  await box.dispatchEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true })
  await expect(question).toHaveCount(0)
  await box.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(box).toHaveValue('As it should be')

  const line = await holdRequests(page, /tweet\/update/)
  await page.getByRole('button', { name: 'Save' }).click()
  await box.press('Escape')
  await expect(question).toHaveCount(0)
  line.release()
  await expect(box).toBeHidden()
  await expect(page.getByText('As it should be')).toBeVisible()
  await expect(toast(page, 'Failed to update tweet')).toHaveCount(0)
})
