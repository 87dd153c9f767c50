import type { Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal, signIn, signUpForm, toast } from '../account.ts'
import { expectAccessible } from '../fixtures.ts'
import { accountMenu, topBar } from '../shell.ts'
import { expect, test } from '../test.ts'
import { postTweet, tweetPath } from '../tweets.ts'
import { enterAs } from '../videos.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const card = (page: Page, username: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: `Tweet by @${username}` }) })

test('a report goes from a click to a verdict, both people are told, and it can be taken back', async ({
  page,
  site,
  browser,
  signedIn,
  expectErrors,
}) => {
  test.slow()
  // A second report of the same, and a tweet that is gone.
  expectErrors(refusal(404, 409))
  const owner = await site.signUp({ fullname: 'Wren Author' })
  const tweet = await postTweet(owner.client, 'Cheap feathers, only today')
  await page.goto(tweetPath(tweet))
  await page.getByRole('button', { name: 'Tweet actions' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Do you want to report this tweet?' })
  await dialog.getByRole('radio', { name: 'Spam or misleading' }).check()
  await dialog.getByRole('textbox').fill('He sells feathers everywhere')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(toast(page, 'Tweet reported')).toBeVisible()
  await page.getByRole('button', { name: 'Tweet actions' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await dialog.getByRole('radio', { name: 'Spam or misleading' }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(toast(page, 'You have already reported this tweet')).toBeVisible()

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
  await verdict.getByRole('radio', { name: 'Spam or misleading' }).check()
  await verdict.getByRole('button', { name: 'Remove' }).click()
  // What is behind an open dialog is hidden as well.
  await expect(verdict).toBeHidden()
  await expect(reported).toHaveCount(0)

  // Without a reload.
  await topBar(page).getByRole('button', { name: 'Notifications (1)' }).click()
  await expect(page.getByRole('dialog').getByText(/removed the tweet that you reported/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Cheap feathers, only today')).toHaveCount(0)
  const told = await owner.client.fetch('/api/notifications')
  expect(await told.text()).toContain('Reason: Spam or misleading.')

  await desk.getByRole('tab', { name: 'Audit log' }).click()
  await expect(desk.getByRole('list', { name: 'Audit log' })).toContainText(
    'removed the tweet “Cheap feathers',
  )
  await expectAccessible(desk)
  await expectNoSidewaysScroll(desk)
  await desk.getByRole('button', { name: /^Reverse: removed Cheap feathers/ }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reverse' }).click()
  await expect(desk.getByRole('list', { name: 'Audit log' })).toContainText(
    'restored the tweet “Cheap feathers',
  )
  await page.reload()
  await expect(page.getByText('Cheap feathers, only today')).toBeVisible()
  expect(signedIn.username).toBeTruthy()
  await context.close()
})

test('others find no page for moderators, and no way to it', async ({ page, signedIn }) => {
  for (const path of ['/moderation', '/moderation/log']) {
    await page.goto(path)
    await expect(heading(page, 'Oops! Page not found')).toBeVisible()
  }
  await accountMenu(page).click()
  await expect(page.getByRole('menuitem', { name: /^Moderation/ })).toHaveCount(0)
  expect(signedIn.username).toBeTruthy()
})

test('the link of the log survives signing in, and says when it is spent', async ({
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
  await page.getByRole('button', { name: 'Become the administrator' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This link was used already, or the site has an administrator',
  )
})

test('an administrator sets who can sign up, appoints moderators, and lists words; sign-up says so', async ({
  page,
  site,
}) => {
  test.slow()
  const admin = await site.signUp({ fullname: 'Ada Admin' })
  await site.setRole(admin.person, 'admin')
  await enterAs(page, site, admin.client)
  try {
    await page.goto('/moderation/settings')
    await page.getByRole('radio', { name: 'Only with an invitation link' }).check()
    await expect(toast(page, 'Sign-up updated')).toBeVisible()
    await page.getByRole('textbox', { name: 'Words or phrases, one per line' }).fill('casino\nbuy it now')
    await page.getByRole('button', { name: 'Save words' }).click()
    await expect(toast(page, 'Words updated')).toBeVisible()
    await page.getByRole('textbox', { name: 'Note, for yourself' }).fill('For a friend')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = (await page.getByText(/invite=/).textContent()) ?? ''
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText('For a friend')
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('tab', { name: 'Moderators' }).click()
    await page.getByRole('textbox', { name: 'Username of a new moderator' }).fill('nobody.at.all')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.context().clearCookies()
    await page.goto('/auth/?tab=sign-up')
    await expect(page.getByText('Signing up takes an invitation link')).toBeVisible()
    await expect(signUpForm(page)).toBeHidden()
    await expectAccessible(page)
    await page.goto(link)
    await expect(page.getByText('You are invited.')).toBeVisible()
    await expect(signUpForm(page)).toBeVisible()
  } finally {
    await admin.client.call(api.moderation.setSignUp, { body: { signUp: 'open' } })
    await admin.client.call(api.moderation.setHeldWords, { body: { words: [] } })
  }
})
