import type { Locator, Page } from '@playwright/test'
import { api, type Video } from '@vireo/contract'
import type { TestClient } from '../../../server/test/app/client.ts'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import { watch } from '../../actions/player.ts'
import { enterAs, holdRequests, watchPath } from '../../actions/videos.ts'
import { addComment, timeOf, title } from '../../actions/watch.ts'
import { savedTexts } from '../../support/drafts.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

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

/** The comments that the server has, in the order of their text. */
async function stored({ client }: { client: TestClient }, { _id }: Video) {
  const { data } = await client.call(api.comments.listOfVideo, { params: { videoId: _id }, query: {} })
  return data.comments
    .map(({ content, isEdited }) => ({ content, isEdited }))
    .sort((one, other) => one.content.localeCompare(other.content))
}

const abort = (page: Page, address: RegExp) => page.route(address, (route) => route.abort())

test('Enter posts a comment, which shows at once and is counted; one that cannot be sent goes back into the box', async ({
  page,
  topic,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await page.goto(watchPath(topic))
  await expect(section(page).getByText('No comments yet.')).toBeVisible()
  await abort(page, /\/add-comment\//)
  await post(page, 'Too early')
  await expectToast(page, 'Failed to post comment')
  await expect(box(page)).toHaveValue('Too early')
  await expect(comment(page, 'Too early')).toHaveCount(0)
  await expect(count(page, '0 comments')).toBeVisible()
  await page.unroute(/\/add-comment\//)

  const line = await holdRequests(page, /\/add-comment\//)
  await post(page, 'First of all')
  await expect(comment(page, 'First of all')).toHaveAttribute('aria-busy', 'true')
  await expect(count(page, '1 comment')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect.poll(() => line.bodies).toEqual([{ comment: 'First of all' }])
  line.release()
  await expectToast(page, 'Comment posted')
  await expect(comment(page, 'First of all')).not.toHaveAttribute('aria-busy')
  await expect(comment(page, 'First of all')).toContainText(`${signedIn.username}just now`)

  await box(page).fill('By the button')
  await submit(page).click()
  await expect(section(page).getByRole('article')).toContainText([/By the button/, /First of all/])
  await expectToast(page, 'Comment posted')
  await expect(count(page, '2 comments')).toBeVisible()
  expect(await stored(signedIn, topic)).toMatchObject([
    { content: 'By the button' },
    { content: 'First of all' },
  ])
})

test.describe('the viewer’s own comment', () => {
  test.beforeEach(async ({ page, topic, signedIn }) => {
    await addComment(signedIn.client, topic._id, 'My word')
    await page.goto(watchPath(topic))
    await expect(comment(page, 'My word')).toBeVisible()
  })
  const editor = (page: Page) => section(page).getByRole('textbox', { name: 'Edit comment' })
  const button = (page: Page, name: string) => section(page).getByRole('button', { name })

  test('is edited inline, and typed text survives a failed save and Escape', async ({
    page,
    topic,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await choose(page, comment(page, 'My word'), 'Edit')
    await expect(editor(page)).toBeFocused()
    await editor(page).fill('Something else')
    await button(page, 'Cancel').click()
    await expect(comment(page, 'My word')).toBeVisible()
    await expect(actions(comment(page, 'My word'))).toBeFocused()

    await abort(page, /\/update-comment\//)
    await choose(page, comment(page, 'My word'), 'Edit')
    await editor(page).fill('My better word')
    await editor(page).press('Escape')
    await expect(actions(comment(page, 'My word'))).toBeFocused()
    await choose(page, comment(page, 'My word'), 'Edit')
    await expect(editor(page)).toHaveValue('My better word')
    await editor(page).press('Enter')
    await expectToast(page, 'Failed to update comment')
    await expect(editor(page)).toHaveValue('My better word')
    await button(page, 'Cancel').click()
    await expect(comment(page, 'My word')).toBeVisible()
    await page.unroute(/\/update-comment\//)

    await choose(page, comment(page, 'My word'), 'Edit')
    await editor(page).fill('My other word')
    await button(page, 'Save').click()
    await expect(comment(page, 'My other word')).toContainText('(edited)')
    expect(await stored(signedIn, topic)).toEqual([{ content: 'My other word', isEdited: true }])
  })

  test('is deleted after a confirmation, stays when that fails, and its menu opens by the keyboard', async ({
    page,
    topic,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await actions(comment(page, 'My word')).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(actions(comment(page, 'My word'))).toBeFocused()

    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this comment?' })
    await choose(page, comment(page, 'My word'), 'Delete')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(comment(page, 'My word')).toBeVisible()

    await abort(page, /\/delete-comment\//)
    await choose(page, comment(page, 'My word'), 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Failed to delete comment')
    await expect(comment(page, 'My word')).toBeVisible()
    await expect(count(page, '1 comment')).toBeVisible()
    await page.unroute(/\/delete-comment\//)

    await choose(page, comment(page, 'My word'), 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(comment(page, 'My word')).toHaveCount(0)
    await expect(count(page, '0 comments')).toBeVisible()
    await expect(section(page).getByText('No comments yet.')).toBeVisible()
    expect(await stored(signedIn, topic)).toEqual([])
  })
})

test.describe('another person’s comment', () => {
  test('can be reported, not changed; a report that fails shows an error', async ({
    page,
    topic,
    stage,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    const { _id: commentId } = await addComment(stage.client, topic._id, 'Form the creator')
    const corrected = { params: { commentId }, body: { comment: 'From the creator' } }
    await stage.client.call(api.comments.updateOnVideo, corrected)
    await page.goto(watchPath(topic))
    const one = comment(page, 'From the creator')
    await expect(one).toContainText(stage.person.username)
    await expect(one).toContainText('(edited)')
    await expect(one.getByText('Creator', { exact: true })).toBeVisible()
    await actions(one).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Report', /^Block /])
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const question = page.getByRole('dialog', { name: 'Do you want to report this comment?' })
    await question.getByRole('button', { name: 'Report' }).click()
    await expect(question.getByText('Please choose a reason')).toBeVisible()
    await abort(page, /\/report\/comment\//)
    await question.getByRole('radio', { name: 'Something else' }).check()
    await question.getByRole('textbox', { name: /moderators should know/ }).fill('It sings out of tune')
    await question.getByRole('button', { name: 'Report' }).click()
    await expectToast(page, 'Failed to report comment')
    await page.unroute(/\/report\/comment\//)
    await question.getByRole('radio', { name: 'Spam or misleading' }).check()
    await question.getByRole('button', { name: 'Report' }).click()
    await expectToast(page, 'Comment reported')
    await expect(question).toBeHidden()
  })

  test('shows a like at once and undoes it when the call fails, and can be replied to, one level deep; drafts survive a reload', async ({
    page,
    topic,
    stage,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(/ERR_FAILED/)
    await addComment(stage.client, topic._id, 'From the creator')
    await page.goto(watchPath(topic))
    const one = comment(page, 'From the creator')
    const like = one.getByRole('button', { name: /^Like comment/ })
    const answer = page.waitForResponse(/toggle-comment-like/)
    await like.click()
    await expect(like).toHaveAccessibleName('Like comment, 1 like')
    await answer
    const reply = section(page).getByRole('textbox', { name: /^Reply to/ })
    await one.getByRole('button', { name: 'Reply' }).click()
    await expect(reply).toBeFocused()
    await reply.fill('Well said')
    await reply.press('Enter')
    await expect(comment(page, 'Well said')).toBeVisible()
    await expectToast(page, 'Comment posted')
    await expect(count(page, '2 comments')).toBeVisible()

    await box(page).fill('Half a thought')
    await one.getByRole('button', { name: 'Reply' }).click()
    await reply.fill('On second thought')
    await reply.press('Escape')
    await expect(reply).toHaveCount(0)
    await expect(one.getByRole('button', { name: 'Reply' })).toBeFocused()
    await expect.poll(() => savedTexts(page)).toEqual(['Half a thought', 'On second thought'])
    await page.reload()
    await expect(box(page)).toHaveValue('Half a thought')
    await expect(reply).toHaveValue('On second thought')
    await section(page).getByRole('button', { name: 'Cancel' }).first().click()
    await section(page).getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => savedTexts(page)).toEqual([])
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await abort(page, /toggle-comment-like/)
    await like.click()
    await expectToast(page, 'Failed to toggle like')
    await expect(like).toHaveAccessibleName('Like comment, 1 like')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(comment(page, 'Well said')).toHaveCount(0)
    await section(page).getByRole('button', { name: 'Show 1 reply' }).click()
    await expect(comment(page, 'Well said')).toBeVisible()

    await comment(page, 'Well said').getByRole('button', { name: 'Reply' }).click()
    await expect(reply).toHaveValue(/^@viewer\w+ $/)
    await reply.press('Escape')
    await expect(comment(page, 'Well said').getByRole('button', { name: 'Reply' })).toBeFocused()
    await expect(reply).toHaveCount(0)
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a link to a reply in a long conversation leads there while the page grows, shows it once and takes an answer; one that was deleted is said to be missing, and Back restores the position', async ({
    page,
    topic,
    stage,
    site,
    expectErrors,
  }) => {
    const writer = await site.signUp()
    const { _id: first } = await addComment(stage.client, topic._id, 'What do you think')
    await addComment(writer.client, topic._id, 'Somebody else')
    const replies = []
    for (let number = 1; number <= 26; number += 1)
      replies.push(await addComment(writer.client, topic._id, `Thought number ${number}.`, first))
    const last = replies[25]?._id
    await enterAs(page, site, stage.client)
    const related = await holdRequests(page, /sortBy=views/)
    await page.goto(`${watchPath(topic)}?comment=${last}`)
    const marked = page.getByRole('region', { name: 'Highlighted comment' }).locator('article[aria-current]')
    await expect(marked).toContainText('Thought number 26.')
    await expect(marked).toBeFocused()
    await expect(marked).toBeInViewport({ ratio: 1 })
    related.release()
    const other = page.getByRole('main').getByRole('link', { name: stage.film.title })
    await expect(other).toBeAttached()
    await expect(marked).toBeInViewport({ ratio: 1 })
    await section(page).getByRole('button', { name: 'Show more replies' }).click()
    await expect(comment(page, 'Thought number 25.')).toHaveCount(1)
    await expect(comment(page, 'Thought number 26.')).toHaveCount(1)
    await expect(comment(page, 'What do you think')).toHaveCount(1)
    await marked.getByRole('button', { name: 'Reply' }).click()
    const reply = section(page).getByRole('textbox', { name: /^Reply to/ })
    await expect(reply).toBeFocused()
    await reply.pressSequentially('A good one')
    await reply.press('Enter')
    await expect(comment(page, 'A good one')).toHaveCount(1)
    await expectToast(page, 'Comment posted')
    await expectAccessible(page)

    await other.click()
    await expect(page).toHaveURL(watchPath(stage.film))
    await page.goBack()
    await expect(marked).toBeAttached()
    await expect(other).toBeInViewport()

    await stage.client.call(api.comments.removeFromVideo, { params: { commentId: first } })
    expectErrors(/404/)
    await page.goto(`${watchPath(topic)}?comment=${first}`)
    const missing = section(page).getByText('This comment is not available. It may have been deleted.')
    await expect(missing).toBeFocused()
    await expect(missing).toBeInViewport()
  })
})

test('the list can be loaded again after a failure, is sorted newest first, or by likes, and loads more on scrolling down', async ({
  page,
  topic,
  stage,
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const writers = [stage.client, signedIn.client]
  for (let number = 1; number <= 30; number++) {
    const writer = writers[number % 2] ?? stage.client
    const { _id: commentId } = await addComment(writer, topic._id, `Comment number ${number}.`)
    if (number === 5) await stage.client.call(api.likes.toggleComment, { params: { commentId }, body: {} })
  }
  await abort(page, /\/all-comments\//)
  await page.goto(watchPath(topic))
  const alert = section(page).getByRole('alert')
  await expect(alert).toContainText('Failed to fetch video comments')
  await page.unroute(/\/all-comments\//)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(comment(page, 'number 30.')).toBeVisible()
  await expect(section(page).getByRole('article').first()).toContainText('number 30.')
  await expect(count(page, '30 comments')).toBeVisible()
  await comment(page, 'number 10.').scrollIntoViewIfNeeded()
  await expect(comment(page, 'number 1.')).toHaveCount(1)
  await expect(section(page).getByRole('article')).toHaveCount(30)

  const sort = section(page).getByRole('combobox', { name: 'Sort comments' })
  await sort.selectOption('Top')
  await expect(section(page).getByRole('article').first()).toContainText('number 5.')
  await post(page, 'Just now')
  await expect(section(page).getByRole('article').first()).toContainText('Just now')
  await expectToast(page, 'Comment posted')
  await sort.selectOption('Newest')
  await expect(section(page).getByRole('article')).toContainText([/Just now/, /number 30\./])

  // On a phone the teaser below the video shows the newest in either order.
  await page.setViewportSize({ width: 390, height: 844 })
  await sort.selectOption('Top')
  await expect(section(page).getByRole('article').first()).toContainText('number 5.')
  await post(page, 'From a phone')
  await expectToast(page, 'Comment posted')
  await sort.selectOption('Newest')
  await expect(section(page).getByRole('article')).toContainText([/From a phone/, /Just now/])
})

test('the creator pins a comment, after a confirmation if it replaces another, and gives hearts; everybody sees both; a button shows new comments', async ({
  page,
  topic,
  stage,
  site,
}) => {
  const { client } = await site.signUp()
  for (const text of ['The oldest', 'In between', 'The newest']) await addComment(client, topic._id, text)
  await enterAs(page, site, stage.client)
  await page.clock.install()
  await page.goto(watchPath(topic))
  await choose(page, comment(page, 'The oldest'), 'Pin')
  await expectToast(page, 'Comment pinned')
  const all = section(page).getByRole('article')
  await expect(all).toContainText([/Pinned by .*The oldest/, /The newest/, /In between/])
  await choose(page, comment(page, 'In between'), 'Pin')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click()
  await expectToast(page, 'Comment pinned')
  await expect(all).toContainText([/Pinned by .*In between/, /The newest/, /The oldest/])
  await expect(section(page).getByText(/^Pinned by/)).toHaveCount(1)
  const heart = comment(page, 'The newest').getByRole('button', { name: 'Heart' })
  const answer = page.waitForResponse(/comment\/heart/)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await answer

  await addComment(stage.client, topic._id, 'From my phone')
  for (const text of ['While you read', 'And another']) await addComment(client, topic._id, text)
  await page.clock.fastForward(31_000)
  await expect(section(page).getByRole('status').filter({ hasText: '2 new comments' })).toHaveCount(1)
  await expect(all).toHaveCount(3)
  await section(page).getByRole('button', { name: '2 new comments' }).click()
  await expect(all).toContainText([/In between/, /And another/, /While you/, /my phone/, /newest/, /oldest/])
  await expect(comment(page, 'And another')).toBeFocused()
  await expect(comment(page, 'And another')).toContainText('New')
  await expect(count(page, '6 comments')).toBeVisible()
  await expect(section(page).getByRole('button', { name: /new comments?/ })).toHaveCount(0)
  await expectAccessible(page)

  await choose(page, comment(page, 'In between'), 'Unpin')
  await expectToast(page, 'Comment unpinned')
  await expect(section(page).getByText(/^Pinned by/)).toHaveCount(0)
  await choose(page, comment(page, 'The oldest'), 'Pin')
  await expectToast(page, 'Comment pinned')

  await page.context().clearCookies()
  await page.reload()
  await expect(all).toContainText([/Pinned by .*The oldest/, /The newest/, /In between/])
  await expect(comment(page, 'The newest').getByRole('img', { name: 'Loved by the creator' })).toBeVisible()
})

test('visitors read comments as typed, with safe links and timestamps, and find a link to sign in instead of the box', async ({
  page,
  stage,
}) => {
  const text = '<i>no tags</i> & no "escapes"\nhttps://example.org/x?a=1&b=2, then 0:16 #birds'
  await addComment(stage.client, stage.film._id, text)
  await watch(page, stage.film)
  const one = comment(page, '<i>no tags</i> & no "escapes"').first()
  const link = one.getByRole('link', { name: 'https://example.org/x?a=1&b=2' })
  await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
  await expect(one.getByRole('link', { name: '#birds' })).toHaveAttribute('href', '/search/?q=%23birds')
  await one.getByRole('button', { name: '0:16' }).click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(15.5)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await expect(section(page).getByRole('textbox')).toHaveCount(0)
  await expect(actions(one)).toHaveCount(0)
  await expect(one.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await one.getByRole('button', { name: /^Like comment/ }).click()
  await expectToast(page, 'Please sign in to like comments')
  await section(page).getByRole('link', { name: 'Sign in to comment' }).click()
  await expect(page).toHaveURL(`/auth/?next=${encodeURIComponent(watchPath(stage.film))}`)
})

test('the comments are accessible and fit the narrowest phone with the replies, the reply box and the edit box open; @names are completed', async ({
  page,
  topic,
  stage,
  signedIn,
}) => {
  const first = await addComment(stage.client, topic._id, `Long ${'and longer'.repeat(40)}`)
  await addComment(signedIn.client, topic._id, 'مرحبا بالعالم')
  await addComment(signedIn.client, topic._id, 'Answered', first._id)
  await page.goto(watchPath(topic))
  await expect(title(page).getByRole('link', { name: '#brief' })).toHaveAttribute(
    'href',
    '/search/?q=%23brief',
  )
  await section(page).getByRole('button', { name: 'Show 1 reply' }).click()
  await expect(comment(page, 'Answered')).toBeVisible()
  await comment(page, 'Long').getByRole('button', { name: 'Reply' }).click()
  await choose(page, comment(page, 'مرحبا بالعالم'), 'Edit')
  await box(page).fill('x'.repeat(5001))
  await expect(section(page).getByRole('textbox')).toHaveCount(3)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  const { username } = stage.person
  const people = section(page).getByRole('listbox', { name: 'People' })
  // The box of a new comment, of an edit and of a reply.
  for (const field of await section(page).getByRole('textbox').all()) {
    await field.pressSequentially(` @${username.slice(0, -1)}`)
    await expect(people).toContainText(`@${username}`)
    await field.blur()
    await expect(people).toHaveCount(0)
  }
  await box(page).fill(`Hello @${username.slice(0, -1)}`)
  const person = people.getByRole('option').first()
  await expect(person).toContainText(`@${username}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await box(page).press('Escape')
  await expect(person).toHaveCount(0)
  await box(page).press('End')
  await expect(person).toBeVisible()
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue(`Hello @${username} `)
  await box(page).pressSequentially(`and @${username.slice(0, 3)}`)
  await person.click()
  await expect(box(page)).toHaveValue(new RegExp(`^Hello @${username} and @\\w+ $`))
  await expect(box(page)).toBeFocused()
})
