import type { Locator, Page } from '@playwright/test'
import type { Video } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../account.ts'
import { expectAccessible } from '../../fixtures.ts'
import { watch } from '../../player.ts'
import { expect, test } from '../../test.ts'
import { expectToast } from '../../toasts.ts'
import { holdRequests, watchPath } from '../../videos.ts'
import { addComment, type Stage, timeOf } from '../../watch.ts'

const section = (page: Page) => page.getByRole('region', { name: /comments?$/ })
const box = (page: Page) => section(page).getByRole('textbox', { name: 'Add a comment...' })
const comment = (page: Page, text: string): Locator =>
  section(page).getByRole('article').filter({ hasText: text })
const count = (page: Page, text: string) => section(page).getByRole('heading', { name: text, exact: true })
const submit = (page: Page) => section(page).getByRole('button', { name: 'Comment', exact: true })
const actions = (one: Locator) => one.getByRole('button', { name: 'Comment actions' })

async function choose(page: Page, one: Locator, entry: string): Promise<void> {
  await actions(one).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function post(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

const abort = (page: Page, address: RegExp) => page.route(address, (route) => route.abort())

test.describe('writing', () => {
  test.beforeEach(async ({ page, topic, signedIn: _ }) => {
    await page.goto(watchPath(topic))
  })

  test('Enter posts a comment, which shows at once, is counted and persists', async ({ page, signedIn }) => {
    await expect(count(page, '0 comments')).toBeVisible()
    const line = await holdRequests(page, /\/add-comment\//)
    await post(page, 'First of all')
    await expect(comment(page, 'First of all')).toHaveAttribute('aria-busy', 'true')
    await expect(count(page, '1 comment')).toBeVisible()
    await expect(box(page)).toHaveValue('')
    expect(line.bodies).toEqual([{ comment: 'First of all' }])
    line.release()
    await expectToast(page, 'Comment posted')
    await expect(comment(page, 'First of all')).not.toHaveAttribute('aria-busy')
    await expect(comment(page, 'First of all')).toContainText(`${signedIn.username}just now`)

    await box(page).fill('By the button')
    await submit(page).click()
    await expect(section(page).getByRole('article').first()).toContainText('By the button')
    await page.reload()
    await expect(section(page).getByRole('article')).toContainText([/By the button/, /First of all/])
    await expect(count(page, '2 comments')).toBeVisible()
  })

  test('a comment that could not be sent is put back into the box', async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    await expect(section(page).getByText('No comments yet.')).toBeVisible()
    await abort(page, /\/add-comment\//)
    await post(page, 'Too early')
    await expectToast(page, 'Failed to post comment')
    await expect(box(page)).toHaveValue('Too early')
    await expect(comment(page, 'Too early')).toHaveCount(0)
    await expect(count(page, '0 comments')).toBeVisible()
  })
})

test.describe('one’s own comment', () => {
  test.beforeEach(async ({ page, topic, signedIn }) => {
    await addComment(signedIn.client, topic._id, 'My word')
    await page.goto(watchPath(topic))
    await expect(comment(page, 'My word')).toBeVisible()
  })
  const editor = (page: Page) => section(page).getByRole('textbox', { name: 'Edit comment' })

  test('is edited inline', async ({ page }) => {
    await choose(page, comment(page, 'My word'), 'Edit')
    await expect(editor(page)).toBeFocused()
    await editor(page).fill('Something else')
    await section(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(comment(page, 'My word')).toBeVisible()
    await expect(actions(comment(page, 'My word'))).toBeFocused()

    await choose(page, comment(page, 'My word'), 'Edit')
    await editor(page).fill('My other word')
    await section(page).getByRole('button', { name: 'Save' }).click()
    await expect(comment(page, 'My other word')).toContainText('(edited)')
    await page.reload()
    await expect(comment(page, 'My other word')).toContainText('(edited)')
  })

  test('keeps what was typed when an edit fails', async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    await abort(page, /\/update-comment\//)
    await choose(page, comment(page, 'My word'), 'Edit')
    await editor(page).fill('My better word')
    await editor(page).press('Enter')
    await expectToast(page, 'Failed to update comment')
    await expect(editor(page)).toHaveValue('My better word')
    await section(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(comment(page, 'My word')).toBeVisible()
  })

  test('is deleted after a confirmation', async ({ page }) => {
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this comment?' })
    await choose(page, comment(page, 'My word'), 'Delete')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(comment(page, 'My word')).toBeVisible()
    await choose(page, comment(page, 'My word'), 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(comment(page, 'My word')).toHaveCount(0)
    await expect(count(page, '0 comments')).toBeVisible()
    await page.reload()
    await expect(section(page).getByText('No comments yet.')).toBeVisible()
  })

  test('stays when it could not be deleted', async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    await abort(page, /\/delete-comment\//)
    await choose(page, comment(page, 'My word'), 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Failed to delete comment')
    await expect(comment(page, 'My word')).toBeVisible()
    await expect(count(page, '1 comment')).toBeVisible()
  })

  test('is reached by the keyboard alone', async ({ page }) => {
    await actions(comment(page, 'My word')).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(actions(comment(page, 'My word'))).toBeFocused()
  })
})

test.describe('another person’s comment', () => {
  test.beforeEach(async ({ page, topic, stage, signedIn: _ }) => {
    await addComment(stage.client, topic._id, 'From the creator')
    await page.goto(watchPath(topic))
    await expect(comment(page, 'From the creator')).toBeVisible()
  })

  test('can be reported, not changed', async ({ page, stage }) => {
    const one = comment(page, 'From the creator')
    await expect(one).toContainText(stage.person.username)
    await expect(one.getByText('Creator', { exact: true })).toBeVisible()
    await actions(one).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Report', /^Block /])
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const question = page.getByRole('dialog', { name: 'Do you want to report this comment?' })
    await question.getByRole('button', { name: 'Report' }).click()
    await expect(question.getByText('Please choose a reason')).toBeVisible()
    await question.getByRole('radio', { name: 'Spam or misleading' }).check()
    await question.getByRole('button', { name: 'Report' }).click()
    await expectToast(page, 'Comment reported')
    await expect(question).toBeHidden()
  })

  test('shows an error when reporting it fails', async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    await abort(page, /\/report\/comment\//)
    await choose(page, comment(page, 'From the creator'), 'Report')
    await page.getByRole('radio', { name: 'Something else' }).check()
    await page.getByRole('textbox', { name: /moderators should know/ }).fill('It sings out of tune')
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
    await expectToast(page, 'Failed to report comment')
  })

  test('shows a like at once and undoes it when the call fails', async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    const like = comment(page, 'From the creator').getByRole('button', { name: /^Like comment/ })
    const answer = page.waitForResponse(/toggle-comment-like/)
    await like.click()
    await expect(like).toHaveAccessibleName('Like comment, 1 like')
    await answer
    await page.reload()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await abort(page, /toggle-comment-like/)
    await like.click()
    await expectToast(page, 'Failed to toggle like')
    await expect(like).toHaveAccessibleName('Like comment, 1 like')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
  })

  test('can be replied to, one level deep', async ({ page, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    const one = comment(page, 'From the creator')
    await one.getByRole('button', { name: 'Reply' }).click()
    const reply = section(page).getByRole('textbox', { name: /^Reply to/ })
    await expect(reply).toBeFocused()
    await reply.fill('Well said')
    await reply.press('Enter')
    await expect(comment(page, 'Well said')).toBeVisible()
    await expectToast(page, 'Comment posted')
    await expect(count(page, '2 comments')).toBeVisible()
    await page.reload()
    await expect(comment(page, 'Well said')).toHaveCount(0)
    await section(page).getByRole('button', { name: 'Show 1 reply' }).click()
    await expect(comment(page, 'Well said')).toBeVisible()

    await comment(page, 'Well said').getByRole('button', { name: 'Reply' }).click()
    await expect(reply).toHaveValue(/^@viewer\w+ $/)
    await abort(page, /\/add-comment\//)
    await reply.fill('To myself')
    await reply.press('Enter')
    await expectToast(page, 'Failed to post comment')
    await expect(reply).toHaveValue('To myself')
    await section(page).getByRole('button', { name: 'Hide 1 reply' }).click()
    await expect(comment(page, 'Well said')).toHaveCount(0)
  })
})

test('text is shown as typed, with safe links and timestamps that seek', async ({
  page,
  stage,
  signedIn,
}) => {
  const text = '<i>no tags</i> & no "escapes"\nhttps://example.org/x?a=1&b=2, then 0:16'
  await addComment(signedIn.client, stage.film._id, text)
  await watch(page, stage.film)
  const one = comment(page, '<i>no tags</i> & no "escapes"')
  const link = one.getByRole('link', { name: 'https://example.org/x?a=1&b=2' })
  await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  await one.getByRole('button', { name: '0:16' }).click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(15.5)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('the list', () => {
  test('is sorted newest first and loads more on scrolling down', async ({
    page,
    topic,
    stage,
    signedIn,
  }) => {
    const writers = [stage.client, signedIn.client]
    for (let number = 1; number <= 30; number++) {
      const writer = writers[number % 2] ?? stage.client
      await addComment(writer, topic._id, `Comment number ${number}.`)
    }
    await page.goto(watchPath(topic))
    await expect(comment(page, 'number 30.')).toBeVisible()
    await expect(section(page).getByRole('article').first()).toContainText('number 30.')
    await expect(count(page, '30 comments')).toBeVisible()
    await comment(page, 'number 10.').scrollIntoViewIfNeeded()
    await expect(comment(page, 'number 1.')).toHaveCount(1)
    await expect(section(page).getByRole('article')).toHaveCount(30)
  })

  test('can be loaded again after a failure', async ({ page, topic, signedIn, expectErrors }) => {
    expectErrors(/ERR_FAILED/)
    await addComment(signedIn.client, topic._id, 'Here all the time')
    await abort(page, /\/all-comments\//)
    await page.goto(watchPath(topic))
    const alert = section(page).getByRole('alert')
    await expect(alert).toContainText('Failed to fetch video comments', { timeout: 20_000 })
    await page.unroute(/\/all-comments\//)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(comment(page, 'Here all the time')).toBeVisible()
  })
})

test('visitors can read comments and see a link to sign in instead of the box', async ({
  page,
  topic,
  stage,
}) => {
  await addComment(stage.client, topic._id, 'For everyone')
  await page.goto(watchPath(topic))
  const one = comment(page, 'For everyone')
  await expect(one).toBeVisible()
  await expect(section(page).getByRole('textbox')).toHaveCount(0)
  await expect(actions(one)).toHaveCount(0)
  await expect(one.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await one.getByRole('button', { name: /^Like comment/ }).click()
  await expectToast(page, 'Please sign in to like comments')
  await section(page).getByRole('link', { name: 'Sign in to comment' }).click()
  await expect(page).toHaveURL(`/auth/?next=${encodeURIComponent(watchPath(topic))}`)
})

test.describe('the comments', () => {
  async function open(page: Page, topic: Video, stage: Stage, writer: Stage['client']) {
    const first = await addComment(stage.client, topic._id, `Long ${'and longer'.repeat(40)}`)
    await addComment(writer, topic._id, 'مرحبا بالعالم')
    await addComment(writer, topic._id, 'Answered', first._id)
    await page.goto(watchPath(topic))
    await section(page).getByRole('button', { name: 'Show 1 reply' }).click()
    await expect(comment(page, 'Answered')).toBeVisible()
    await comment(page, 'Long').getByRole('button', { name: 'Reply' }).click()
    await choose(page, comment(page, 'مرحبا بالعالم'), 'Edit')
    await box(page).fill('x'.repeat(5001))
    await expect(section(page).getByRole('textbox')).toHaveCount(3)
  }

  test('are accessible with the replies, the reply box and the edit box open', async ({
    page,
    topic,
    stage,
    signedIn,
  }) => {
    await open(page, topic, stage, signedIn.client)
    await expectAccessible(page)
  })

  test('fit the narrowest phone', async ({ page, topic, stage, signedIn }) => {
    await open(page, topic, stage, signedIn.client)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
})
