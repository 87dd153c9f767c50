import type { Page } from '@playwright/test'
import { addressOf, api, type Tweet } from '@vireo/contract'
import type { TestClient } from '../../../server/test/app/client.ts'
import { expectNoSidewaysScroll, refusal, signIn, signUpForm } from '../../actions/account.ts'
import { accountMenu, topBar } from '../../actions/shell.ts'
import { postTweet, tweetPath } from '../../actions/tweets.ts'
import { enterAs } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { whenInstalled } from '../../support/service-worker.ts'
import type { Site } from '../../support/site.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, username: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: `Tweet by @${username}` }) })
const titleLink = (page: Page, username: string) =>
  card(page, username)
    .getByRole('heading')
    .getByRole('link', { name: `@${username}` })

async function reportTweet(client: TestClient, { _id: tweetId }: Tweet) {
  const { status } = await client.call(api.reports.tweet, { params: { tweetId }, body: { reason: 'spam' } })
  expect(status).toBe(200)
}

/** Clicks twice before the page can disable the button. */
function clickTwice(button: HTMLElement | SVGElement) {
  for (let clicks = 0; clicks < 2; clicks++) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

function countRequests(page: Page, url: RegExp) {
  let count = 0
  page.on('request', (request) => {
    if (url.test(request.url())) count += 1
  })
  return () => count
}

test('a reported tweet is removed by a moderator, reporter and author are notified, and the removal can be reversed', async ({
  page,
  site,
  browser,
  signedIn,
  expectErrors,
}) => {
  // For the second report of the same tweet.
  expectErrors(refusal(409))
  const owner = await site.signUp({ fullname: 'Wren Author' })
  const tweet = await postTweet(owner.client, 'Cheap feathers, only today')
  const other = await site.signUp({ fullname: 'Finch Neighbour' })
  await page.goto(tweetPath(tweet))
  await page.getByRole('button', { name: 'Tweet actions' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Do you want to report this tweet?' })
  await dialog.getByRole('button', { name: 'Report' }).click()
  const reasons = dialog.getByRole('radiogroup', { name: 'What is wrong with it?' })
  await expect(reasons).toHaveAccessibleDescription('Please choose a reason')
  await expect(reasons).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByRole('textbox')).not.toHaveAttribute('aria-invalid')
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Spam or misleading' }).check()
  await expect(reasons).not.toHaveAttribute('aria-invalid')
  await dialog.getByRole('textbox').fill('He sells feathers everywhere')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expectToast(page, 'Tweet reported')
  await page.getByRole('button', { name: 'Tweet actions' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await dialog.getByRole('radio', { name: 'Spam or misleading' }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expectToast(page, 'You have already reported this tweet')
  await reportTweet(signedIn.client, await postTweet(other.client, 'The next in the list'))

  const staff = await site.signUp({ fullname: 'Maud Moderator' })
  await site.setRole(staff.person, 'moderator')
  const context = await browser.newContext()
  const desk = await context.newPage()
  await enterAs(desk, site, staff.client)
  await desk.goto(site.origin)
  await accountMenu(desk).click()
  await desk.getByRole('menuitem', { name: /^Moderation/ }).click()
  const reported = card(desk, owner.person.username)
  await expect(reported).toContainText('Cheap feathers, only today')
  await expect(reported).toContainText('He sells feathers everywhere')
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(desk)
  await reported.getByRole('button', { name: 'Remove tweet' }).click()
  const verdict = desk.getByRole('dialog', { name: 'Remove this tweet?' })
  await expect(verdict.getByRole('radio', { name: 'Spam or misleading' })).toBeChecked()
  await verdict.getByRole('button', { name: 'Remove' }).click()
  // While the dialog is open, the page behind it counts as hidden.
  await expect(verdict).toBeHidden()
  await expect(reported).toHaveCount(0)
  await expect(titleLink(desk, other.person.username)).toBeFocused()

  // The notification arrives without a reload.
  await topBar(page).getByRole('button', { name: 'Notifications (1)' }).click()
  await expect(page.getByRole('dialog').getByText(/removed the tweet that you reported/)).toBeVisible()
  const look = () => signedIn.client.call(api.tweets.get, { params: { id: tweet._id } })
  expect((await look()).status).toBe(404)
  const notifications = await owner.client.fetch('/api/notifications')
  expect(await notifications.text()).toContain('Reason: Spam or misleading.')

  await desk.getByRole('tab', { name: 'Audit log' }).click()
  await expect(desk.getByRole('list', { name: 'Audit log' })).toContainText(
    'removed the tweet “Cheap feathers',
  )
  await expectAccessible(desk)
  await expectNoSidewaysScroll(desk)
  await desk.getByRole('button', { name: /^Reverse: removed Cheap feathers/ }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(desk.getByRole('list', { name: 'Audit log' })).toContainText(
    'restored the tweet “Cheap feathers',
  )
  expect((await look()).data.tweet.content).toBe('Cheap feathers, only today')
  await context.close()
})

test('a suspension closes all cases of a person, the focus moves to the next case, and a double click decides once', async ({
  page,
  site,
}) => {
  // Removes cases left by other tests.
  await site.sql`delete from moderation_cases`
  const [owner, other, reporter, staff] = [
    await site.signUp({ fullname: 'Wren Author' }),
    await site.signUp({ fullname: 'Finch Neighbour' }),
    await site.signUp({ fullname: 'Robin Reporter' }),
    await site.signUp({ fullname: 'Maud Moderator' }),
  ]
  for (const { client } of [owner, owner, other])
    await reportTweet(reporter.client, await postTweet(client, 'Cheap feathers'))
  await site.setRole(staff.person, 'moderator')
  await enterAs(page, site, staff.client)
  await page.goto('/moderation')
  const theirs = card(page, owner.person.username)
  await expect(theirs).toHaveCount(2)
  await theirs.first().getByRole('button', { name: 'Suspend account' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend @${owner.person.username}?` })
  await expect(dialog.getByRole('radio', { name: 'Spam or misleading' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog).toBeHidden()
  await expect(theirs).toHaveCount(0)
  await expect(titleLink(page, other.person.username)).toBeFocused()

  const sent = countRequests(page, /\/dismiss$/)
  const dismiss = card(page, other.person.username).getByRole('button', { name: 'Dismiss' })
  await dismiss.focus()
  await dismiss.evaluate(clickTwice)
  await expect(page.getByText('No open reports.')).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Reports' })).toBeFocused()
  expect(sent()).toBe(1)
})

test('the administrator link from the log still works after signing in, and shows when it was used already; a member has no moderation pages', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(403))
  const { person } = await site.signUp({ fullname: 'Ada Admin' })
  await page.goto('/moderation/administrator#spent')
  await signIn(page, person.username, person.password)
  await expect(heading(page, 'Become the administrator')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`@${person.username}`)
  await expectAccessible(page)
  const claim = page.waitForRequest(`**${addressOf(api.staff.claimAdmin)}`)
  await page.getByRole('button', { name: 'Become the administrator' }).click()
  expect((await claim).postDataJSON()).toEqual({ token: 'spent' })
  await expect(page.getByRole('alert')).toHaveText(
    'This link was used already, or the site has an administrator',
  )

  await accountMenu(page).click()
  await expect(page.getByRole('menu').getByText(person.email, { exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Moderation/ })).toHaveCount(0)
  for (const path of ['/moderation', '/moderation/log']) {
    await page.goto(path)
    await expect(heading(page, 'Oops! Page not found')).toBeVisible()
  }
})

test('an administrator restricts sign-up, which the sign-up form explains, and edits moderators and held words', async ({
  page,
  site,
  expectErrors,
}) => {
  // For a list of words and a comment that someone else has changed in the meantime.
  expectErrors(refusal(409))
  // Requests that are pending when the person signs out may be refused.
  expectErrors(refusal(401))
  const admin = await site.signUp({ fullname: 'Ada Admin' })
  await site.setRole(admin.person, 'admin')
  await enterAs(page, site, admin.client)
  try {
    await page.goto('/moderation/settings')
    await page.getByRole('radio', { name: 'Only with an invitation link' }).check()
    await expectToast(page, 'Sign-up updated')
    await saveWordsAfterAnother(page, admin.client)
    await page.getByRole('textbox', { name: 'Note, for yourself' }).fill('For a friend')
    await page.getByRole('button', { name: 'Create link' }).evaluate(clickTwice)
    const link = (await page.getByText(/invite=/).textContent()) ?? ''
    const invitations = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
    await expect(invitations.filter({ hasText: 'For a friend' })).toHaveCount(1)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab', { name: 'Moderators' }).click()
    await page.getByRole('textbox', { name: 'Username of a new moderator' }).fill('nobody.at.all')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await approveChangedComment(page, await site.signUp({ fullname: 'Wren Author' }))

    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    await topBar(page).getByRole('link', { name: 'Sign In' }).click()
    await expectSignUpByInvitation(page, site, link)
  } finally {
    await admin.client.call(api.siteSettings.setSignUp, { body: { signUp: 'open' } })
    await admin.client.call(api.siteSettings.setHeldWords, { body: { words: [] } })
  }
})

/** Providers are for those who have an account or an invitation. */
async function expectSignUpByInvitation(page: Page, site: Site, link: string) {
  const { email } = site.addProviderPerson(`wren${Date.now()}@example.org`)
  const github = page.getByRole('link', { name: 'Continue with GitHub' })
  await whenInstalled(page)
  await github.click()
  await page.getByRole('button', { name: email }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Nobody here has that account, and signing up takes an/)
  await expect(github).toBeVisible()
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await expect(page.getByText('Signing up takes an invitation link')).toBeVisible()
  await expect(signUpForm(page)).toBeHidden()
  await expect(github).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(link)
  await expect(page.getByText('You are invited.')).toBeVisible()
  await expect(signUpForm(page)).toBeVisible()
  await github.click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('You are invited.')).toBeVisible()
  await github.click()
  await page.getByRole('button', { name: email }).click()
  await expect(accountMenu(page)).toBeVisible()
}

/** Saves a list of words while someone else saves another. */
async function saveWordsAfterAnother(page: Page, someoneElse: TestClient) {
  const words = page.getByRole('textbox', { name: 'Words or phrases, one per line' })
  await words.fill('casino\nbuy it now')
  await someoneElse.call(api.siteSettings.setHeldWords, { body: { words: ['poker'] } })
  await page.getByRole('button', { name: 'Save words' }).click()
  await expect(words).toHaveAccessibleDescription(/Someone else has changed this list.* Added: poker\./)
  await expect(words).toHaveValue('casino\nbuy it now')
  await page.getByRole('button', { name: 'Save words' }).click()
  await expectToast(page, 'Words updated')
  const { data } = await someoneElse.call(api.siteSettings.get)
  expect(data.heldWords).toEqual(['casino', 'buy it now'])
}

/** Approves a held comment while its author changes it, so the moderator first has to see the new text. */
async function approveChangedComment(page: Page, { client }: Awaited<ReturnType<Site['signUp']>>) {
  const { _id: tweetId } = await postTweet(client, 'At the lake')
  const { data } = await client.call(api.comments.addToTweet, {
    params: { tweetId },
    body: { content: 'A nice casino' },
  })
  await page.getByRole('tab', { name: 'Held comments' }).click()
  const held = page.getByRole('list', { name: 'Held comments' })
  await expect(held).toContainText('A nice casino')
  await client.call(api.comments.updateOnTweet, {
    params: { commentId: data.comment._id },
    body: { content: 'A horrible casino' },
  })
  await held.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Please read it again.')
  await expect(held).toContainText('A horrible casino')
  await held.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('No comments are held for review.')).toBeVisible()
}
