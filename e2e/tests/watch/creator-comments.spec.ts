import type { Locator, Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { chooseAction, postTweet, tweetPath } from '../../actions/tweets.ts'
import { enterAs, watchPath } from '../../actions/videos.ts'
import { addComment, menuButton } from '../../actions/watch.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const section = (page: Page) => page.getByRole('region', { name: /comments?$/i })
const comments = (page: Page) => section(page).getByRole('article')
const count = (page: Page, text: string) => section(page).getByRole('heading', { name: text, exact: true })

async function choose(page: Page, one: Locator, entry: string): Promise<void> {
  await one.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const undo = (page: Page, message: string) =>
  toast(page, message).getByRole('button', { name: 'Undo' }).click()

test('the creator removes and hides comments from their menus, takes that back, and finds the hidden ones', async ({
  page,
  topic,
  stage,
  site,
}) => {
  const wren = await site.signUp({ fullname: 'Wren Talker' })
  const robin = await site.signUp()
  const first = await addComment(wren.client, topic._id, 'Rude words')
  await addComment(robin.client, topic._id, 'An answer', first._id)
  await addComment(robin.client, topic._id, 'Kind words')
  await addComment(wren.client, topic._id, 'More words')
  await enterAs(page, site, stage.client)
  await page.goto(watchPath(topic))
  const all = [/More words/, /Kind words/, /Rude words/]
  await expect(comments(page)).toContainText(all)
  const one = (text: string) => comments(page).filter({ hasText: text })

  await choose(page, one('Kind words'), 'Remove')
  await expect(comments(page)).toContainText([/More words/, /Rude words/])
  await expect(count(page, '3 comments')).toBeVisible()
  await expectAccessible(page)
  await undo(page, 'Comment removed')
  await expect(comments(page)).toContainText(all)
  await expect(count(page, '4 comments')).toBeVisible()

  await choose(page, one('More words'), 'Hide all comments of Wren Talker')
  await expect(comments(page)).toContainText([/Kind words/])
  await expect(count(page, '1 comment')).toBeVisible()
  await undo(page, 'Comments of Wren Talker are hidden on your channel')
  await expect(comments(page)).toContainText(all)
  await expect(count(page, '4 comments')).toBeVisible()

  await choose(page, one('Rude words'), 'Hide')
  await expect(count(page, '2 comments')).toBeVisible()
  await page.goto('/channel-comments')
  await expect(page.getByText('No comments wait for your approval.')).toBeVisible()
  await page.getByRole('tab', { name: 'Hidden' }).click()
  const hidden = page.getByRole('list', { name: 'Hidden comments' }).getByRole('listitem')
  await expect(hidden).toContainText(['Rude words'])
  await expectAccessible(page)
  await hidden.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('You have not hidden any comments.')).toBeVisible()
  await page.goto(watchPath(topic))
  await expect(comments(page)).toContainText(all)
})

test('comments are held for approval or turned off, for one video or tweet and by rules of the channel', async ({
  page,
  topic,
  stage,
  site,
}) => {
  const wren = await site.signUp({ fullname: 'Wren Talker' })
  const comment = (text: string) => addComment(wren.client, topic._id, text)
  await comment('An early comment')
  await enterAs(page, site, stage.client)
  await page.goto(watchPath(topic))
  const setMode = async (mode: string) => {
    await menuButton(page).click()
    await page.getByRole('menuitem', { name: 'Edit Video' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Video' })
    await dialog.getByRole('group', { name: 'Comments' }).getByRole('radio', { name: mode }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Video updated successfully')
  }
  await setMode('Off')
  await expect(section(page).getByText('Comments are turned off.')).toBeVisible()
  await expect(comments(page)).toHaveCount(0)
  await expect(section(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await setMode('Held')
  await expect(comments(page)).toContainText([/An early comment/])

  await comment('Please approve')
  await comment('Please remove')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: /2 comments wait for your approval/ }).click()
  const waiting = page.getByRole('list', { name: 'Comments that wait for approval' }).getByRole('listitem')
  await expect(waiting).toContainText(['Please remove', 'Please approve'])
  await waiting.filter({ hasText: 'Please approve' }).getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Comment approved')
  await expect(waiting).toContainText(['Please remove'])
  await waiting.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No comments wait for your approval.')).toBeVisible()
  await undo(page, 'Comment removed')
  await expect(waiting).toContainText(['Please remove'])
  await waiting.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No comments wait for your approval.')).toBeVisible()

  // As their author sees them.
  await enterAs(page, site, wren.client)
  await page.goto(watchPath(topic))
  await expect(comments(page)).toContainText([/Please approve/, /An early comment/])
  await expect(
    section(page).getByText('Comments are shown when the creator has approved them.'),
  ).toBeVisible()
  await section(page).getByRole('textbox').fill('One more')
  await section(page).getByRole('textbox').press('Enter')
  await expectToast(page, 'Others see this when the creator has approved it.')
  await expect(comments(page).first()).toContainText('Waits for approval')

  await enterAs(page, site, stage.client)
  const { data: profile } = await wren.client.call(api.accounts.currentUser)
  await stage.client.call(api.commentRules.silence, { params: { userId: profile._id } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings#comments-on-your-channel')
  const rules = page.getByRole('region', { name: 'Comments on your channel', exact: true })
  await rules.getByRole('radio', { name: 'Held' }).check()
  await rules.getByRole('textbox', { name: 'Words or phrases, one per line' }).fill('cuckoo\nfine day')
  await rules.getByRole('button', { name: 'Save words' }).click()
  await expectToast(page, 'Words updated')
  await rules.getByRole('button', { name: 'Show again: Wren Talker' }).click()
  await expect(rules.getByText('You have not hidden anyone’s comments.')).toBeVisible()
  const saved = await stage.client.call(api.commentRules.get)
  expect(saved.data).toEqual({ commentsMode: 'held', blockedWords: ['cuckoo', 'fine day'] })
  await expectAccessible(page)

  const tweet = await postTweet(stage.client, 'A tweet about birds')
  expect(tweet.commentsMode).toBe('held')
  await page.goto(tweetPath(tweet))
  await chooseAction(page, page.getByRole('article').first(), 'Replies')
  const dialog = page.getByRole('dialog', { name: 'Replies to this tweet' })
  await dialog.getByRole('radio', { name: 'Off' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Replies are turned off.')).toBeVisible()
})
