import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, signIn } from '../../actions/account.ts'
import { playAnimations, sidebar, topBar } from '../../actions/shell.ts'
import { cards } from '../../actions/tweets.ts'
import { picture } from '../../actions/upload.ts'
import { holdRequests } from '../../actions/videos.ts'
import { countDraftsSetAside } from '../../support/drafts.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const form = (page: Page) => ({
  content: page.getByLabel('Content'),
  images: page.getByLabel('Image', { exact: true }),
  previews: page.getByRole('list', { name: 'Photos' }).getByRole('listitem'),
  submit: page.getByRole('button', { name: 'Post Tweet' }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
})

/** A DataTransfer with images, as the browser passes it for a drop or a paste. */
const filesOf = (page: Page, names: string[], type = 'image/png') =>
  page.evaluateHandle(
    async ([all, kind]) => {
      const transfer = new DataTransfer()
      const canvas = new OffscreenCanvas(8, 8)
      canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
      const image = await canvas.convertToBlob()
      for (const name of all) transfer.items.add(new File([image], name, { type: kind }))
      return transfer
    },
    [names, type] as const,
  )

test('after signing in, the form shows missing and invalid fields, and can be sent only when it is complete', async ({
  page,
  site,
  author,
}) => {
  const { person } = await site.signUp()
  await page.goto('/create-tweet')
  await expect(page).toHaveURL('/auth/?next=%2Fcreate-tweet')
  await signIn(page, person.username, person.password)
  const { content, images, previews, submit, button } = form(page)
  await expect(page.getByText('PNG, JPG, GIF up to 5MB')).toBeVisible()
  await expect(submit).toBeDisabled()
  await content.press('Control+Enter')
  await expect(page.getByText('Content is required')).toBeVisible()
  await expect(page.getByText('Select a photo')).toBeVisible()
  await expectAccessible(page)

  const { username } = author.person
  await content.fill(`@${username.slice(0, -1)}`)
  await page
    .getByRole('listbox', { name: 'People' })
    .getByRole('option', { name: `@${username}` })
    .click()
  await expect(content).toHaveValue(`@${username} `)
  await content.fill('👨‍👩‍👧‍👦'.repeat(280))
  await expect(page.getByText('280/280')).toBeVisible()
  await expect(submit).toBeDisabled()
  await images.setInputFiles([picture, picture])
  await expect(previews).toHaveCount(2)
  await expect(submit).toBeEnabled()
  await content.fill('x'.repeat(281))
  await submit.click()
  await expect(page.getByText('Tweet must be at most 280 characters')).toBeVisible()
  await expect(content).toBeFocused()

  await images.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(page.getByText('This is not a JPG, PNG or GIF picture. Choose another one.')).toBeVisible()
  await images.setInputFiles([picture, picture, picture])
  await expect(page.getByText('At most 4 photos')).toBeVisible()
  await expect(previews).toHaveCount(4)
  await button('Remove photo 4').click()
  await expect(previews).toHaveCount(3)
  await expect(images).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('an empty list offers to create a tweet, and the form posts dropped, pasted and chosen images with their descriptions', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/tweets')
  await expect(page.getByText('No tweets yet.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Create a tweet' }).click()
  await expect(page).toHaveURL('/create-tweet')
  const { content, images, previews, submit, button } = form(page)
  await content.fill('Another tweet')
  await button('Clear Form').click()
  await expect(button('Restore draft')).toBeEnabled()
  await content.fill('Three ways to bring a picture')
  await images.dispatchEvent('drop', { dataTransfer: await filesOf(page, ['a.png', 'b.png']) })
  await expect(previews).toHaveCount(2)
  await content.evaluate(
    (box, clipboardData) =>
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    await filesOf(page, ['c.png']),
  )
  await expect(previews).toHaveCount(3)
  await images.setInputFiles(picture)
  await expect(page.getByRole('img', { name: 'Preview 4' })).toHaveJSProperty('naturalWidth', 512)
  await page.getByLabel('Description of photo 2').fill('A black square')

  const line = await holdRequests(page, /tweet\/create/)
  await submit.click()
  await expect(page.getByText('Posting...')).toBeVisible()
  await expect(button('Clear Form')).toBeDisabled()
  // It would be lost when the posted tweet empties the form.
  await expect(button('Restore draft')).toBeDisabled()
  // Slows the toast down, so that it stays until its button is pressed.
  await playAnimations(page, 0.02)
  line.release()
  await expectToast(page, 'Tweet uploaded SuccessfullyView tweet')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'View tweet' }).click()
  await expect(page).toHaveURL(/\/tweet\/[\w-]+$/)
  await page.getByRole('complementary').getByRole('link', { name: 'Tweets' }).click()
  const card = cards(page).first()
  await expect(card).toContainText('Three ways to bring a picture')
  await expect(card.getByRole('button', { name: /^Open image/ })).toHaveCount(4)
  await expect(card.getByRole('button', { name: 'Open image 2 of 4: A black square' })).toBeVisible()
  // The form is empty again.
  await topBar(page).getByRole('button', { name: 'Upload' }).click()
  const choice = page.getByRole('dialog', { name: 'Create Content' })
  await choice.getByRole('link', { name: 'Create Tweet' }).click()
  // While the dialog is open, its title would be found as the label of the text.
  await expect(choice).toHaveCount(0)
  await expect(page).toHaveURL('/create-tweet')
  await expect(content).toHaveValue('')
})

test('a failure resets the form, one click restores it completely, even after a reload, and coming back cannot post it twice', async ({
  page,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await page.goto('/create-tweet')
  const { content, images, previews, submit, button } = form(page)
  await content.fill('Not to be lost')
  await images.setInputFiles(picture)
  await page.getByLabel('Description of photo 1').fill('A bird')
  await page.route(/tweet\/create/, (route) => route.abort())
  await submit.click()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to upload tweet. Please try again!' })
  await expect(failure).toContainText('Your draft “Not to be lost” is kept.')
  await expect(content).toHaveValue('')
  await expect(previews).toHaveCount(0)
  await expect(page.getByText('Content is required')).toHaveCount(0)
  await button('Restore draft').click()
  await expect(content).toHaveValue('Not to be lost')
  await button('Clear Form').click()
  await expect(content).toHaveValue('')

  await page.unroute(/tweet\/create/)
  await expect.poll(() => countDraftsSetAside(page)).toBe(1)
  await page.reload()
  await button('Restore draft').click()
  await expect(content).toHaveValue('Not to be lost')
  await expect(page.getByLabel('Description of photo 1')).toHaveValue('A bird')
  await expect(page.getByRole('img', { name: 'Preview 1' })).toHaveJSProperty('naturalWidth', 512)

  const line = await holdRequests(page, /tweet\/create/)
  await content.press('Control+Enter')
  await sidebar(page).getByRole('link', { name: 'Home' }).click()
  // The address changes before the page does; going back earlier would find the old form.
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
  await page.goBack()
  await expect(content).toHaveValue('Not to be lost')
  await expect(content).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeVisible()
  line.release()
  await expectToast(page, 'Tweet uploaded Successfully')
  await expect(content).toHaveValue('')
  await expect(content).toBeEditable()
})
