import type { Locator, Page } from '@playwright/test'
import { api, type Tweet } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal, signIn } from '../../actions/account.ts'
import { chooseAction, postTweet, tweetPath } from '../../actions/tweets.ts'
import { enterAs, holdRequests } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { test as base, expect } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const test = base.extend<{ tweet: Tweet }>({
  tweet: async ({ author }, use) => {
    await use(await postTweet(author.client, 'Something to answer'))
  },
})

const replies = (page: Page) => page.getByRole('region', { name: /repl(y|ies)$/ })
const box = (page: Page) => replies(page).getByPlaceholder('Tweet your reply...')
const reply = (page: Page, text: string): Locator =>
  replies(page).getByRole('article').filter({ hasText: text })
const heading = (page: Page, name: string) => replies(page).getByRole('heading', { name, exact: true })

test('a visitor is asked to sign in and comes back to the tweet; a reply that cannot be sent stays in the box, and Enter posts it', async ({
  page,
  site,
  tweet,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const { person, client } = await site.signUp()
  await page.goto(tweetPath(tweet))
  await expectToast(page, 'Sign in to see tweet')
  await expect(page).toHaveURL(`/auth/?next=${encodeURIComponent(tweetPath(tweet))}`)
  await signIn(page, person.username, person.password)
  await expect(page).toHaveURL(tweetPath(tweet))
  await expect(page.getByRole('main')).toContainText('Something to answer')
  await expect(page).toHaveTitle('Tweet by Wren Author · Vireo')

  await expect(box(page)).toBeVisible()
  await page.getByRole('button', { name: '0 replies' }).click()
  await expect(box(page)).toBeFocused()
  await box(page).fill('   ')
  await expect(replies(page).getByRole('button', { name: 'Reply', exact: true })).toBeDisabled()
  await page.route(/add-comment/, (route) => route.abort())
  await box(page).fill('Too early')
  await box(page).press('Enter')
  await expectToast(page, 'Failed to post reply')
  await expect(box(page)).toHaveValue('Too early')
  await expect(heading(page, '0 replies')).toBeVisible()
  await page.unroute(/add-comment/)

  await box(page).fill('One')
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially('Two')
  await box(page).press('Enter')
  await expectToast(page, 'Reply posted')
  await expect(reply(page, 'One').getByText('One\nTwo', { exact: true })).toBeVisible()
  await expect(reply(page, 'One')).toContainText(person.username)
  await expect(heading(page, '1 reply')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 reply', exact: true })).toBeVisible()
  const { data } = await client.call(api.comments.listOfTweet, { params: { tweetId: tweet._id } })
  expect(data.comments.map(({ content }) => content)).toEqual(['One\nTwo'])
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('replies are liked, edited and deleted like comments; if they or the tweet failed to load, Retry loads them', async ({
  page,
  tweet,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const params = { tweetId: tweet._id }
  await signedIn.client.call(api.comments.addToTweet, { params, body: { content: 'My word' } })
  await page.route(/tweet\/id\//, (route) => route.abort())
  await page.route(/comment\/tweet\/all/, (route) => route.abort())
  await page.goto(tweetPath(tweet))
  await expect(page.getByRole('alert')).toContainText('Failed to fetch tweet')
  await page.unroute(/tweet\/id\//)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main')).toContainText('Something to answer')
  await expect(replies(page).getByRole('alert')).toContainText('Failed to fetch tweet replies')
  await page.unroute(/comment\/tweet\/all/)
  await replies(page).getByRole('button', { name: 'Retry' }).click()

  const mine = reply(page, 'My')
  await mine.getByRole('button', { name: /^Like comment/ }).click()
  await expect(mine.getByRole('button', { name: 'Like comment, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const actions = mine.getByRole('button', { name: 'Comment actions' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await mine.getByRole('textbox', { name: 'Edit comment' }).fill('My better word')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toContainText('(edited)')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(mine).toHaveCount(0)
  await expect(heading(page, '0 replies')).toBeVisible()
  await expect(replies(page).getByText('No replies yet.')).toBeVisible()
  const { data } = await signedIn.client.call(api.comments.listOfTweet, { params })
  expect(data.totalDocs).toBe(0)
})

test('an unknown tweet has a not-found page; when editing one, Escape asks before it discards changed text; deleting it leads back', async ({
  page,
  site,
  tweet,
  author,
  expectErrors,
}) => {
  expectErrors(refusal(404))
  await enterAs(page, site, author.client)
  await page.goto('/tweet/no-such-tweet')
  await expect(page.getByRole('heading', { name: 'Tweet not found' })).toBeVisible()
  await expectToast(page, 'Failed to fetch tweet')
  await expect(page).toHaveTitle('Tweet not found · Vireo')

  await page.goto(tweetPath(tweet))
  await editAndPressEscape(page)
  await chooseAction(page, page.getByRole('article').first(), 'Delete Tweet')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Tweet deleted successfully')
  await expect(page).not.toHaveURL(tweetPath(tweet))
})

async function editAndPressEscape(page: Page): Promise<void> {
  await chooseAction(page, page.getByRole('article').first(), 'Edit Tweet')
  const editor = page.getByRole('textbox', { name: 'Edit tweet' })
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await editor.fill('As it should be')
  // The event browsers send while an input method composes a word.
  await editor.dispatchEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true })
  await expect(question).toHaveCount(0)
  await editor.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(editor).toHaveValue('As it should be')

  const line = await holdRequests(page, /tweet\/update/)
  await page.getByRole('button', { name: 'Save' }).click()
  await editor.press('Escape')
  await expect(question).toHaveCount(0)
  line.release()
  await expect(editor).toBeHidden()
  await expect(page.getByText('As it should be')).toBeVisible()
  await expect(toast(page, 'Failed to update tweet')).toHaveCount(0)
}
