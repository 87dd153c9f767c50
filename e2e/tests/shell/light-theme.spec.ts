import type { Page } from '@playwright/test'
import { api, type PageRoute } from '@vireo/contract'
import { signInForm, signUpForm } from '../../actions/account.ts'
import { makePlaylist } from '../../actions/playlists.ts'
import {
  accountMenu,
  drawer,
  phone,
  playAnimations,
  sidebarToggle,
  subscribe,
  topBar,
} from '../../actions/shell.ts'
import { postTweet } from '../../actions/tweets.ts'
import { enterAs, watchPath } from '../../actions/videos.ts'
import { addComment, menuButton } from '../../actions/watch.ts'
import { expectAccessible, useTheme } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { toast } from '../../support/toasts.ts'

// All other tests run in the dark theme only. The light theme has the same elements in other colours.
test.beforeEach(async ({ page }) => useTheme(page, 'light'))

const expectContrast = (page: Page) => expectAccessible(page, ['color-contrast'])
const main = (page: Page) => page.getByRole('main')

interface Things {
  videoId: string
  username: string
  tweetId: string
  playlistId: string
}
const readers = ['visitor', 'member', 'owner', 'admin'] as const
type Reader = (typeof readers)[number]

/** The reader and the address of each page. The type requires all pages. */
const pages = ({ videoId, username, tweetId, playlistId }: Things): Record<PageRoute, [Reader, string]> => ({
  '/': ['visitor', '/'],
  '/auth': ['visitor', '/auth/'],
  '/reset-password': ['visitor', '/reset-password'],
  '/unsubscribe': ['visitor', '/unsubscribe?user=x&token=y'],
  '/search': ['visitor', '/search/?q=everyone'],
  '/watch/{videoId}': ['visitor', `/watch/${videoId}`],
  '/profile/{username}': ['visitor', `/profile/${username}`],
  '/profile/{username}/tweets': ['visitor', `/profile/${username}/tweets`],
  '/profile/{username}/playlists': ['visitor', `/profile/${username}/playlists`],
  '/tweets': ['visitor', '/tweets'],
  '/tweet/{tweetId}': ['visitor', `/tweet/${tweetId}`],
  '/playlist/{playlistId}': ['visitor', `/playlist/${playlistId}`],
  'not found': ['visitor', '/no/such/page'],
  '/upload-video': ['owner', '/upload-video'],
  '/create-tweet': ['owner', '/create-tweet'],
  '/watch/{videoId}/statistics': ['owner', `/watch/${videoId}/statistics`],
  '/watch-history': ['member', '/watch-history'],
  '/liked-videos': ['member', '/liked-videos'],
  '/playlists': ['member', '/playlists'],
  '/settings': ['member', '/settings'],
  '/channel-comments': ['member', '/channel-comments'],
  '/channel-comments/{tab}': ['member', '/channel-comments/hidden'],
  '/subscriptions': ['member', '/subscriptions'],
  '/subscriptions/manage': ['member', '/subscriptions/manage'],
  '/notifications': ['member', '/notifications'],
  '/moderation': ['admin', '/moderation'],
  '/moderation/{tab}': ['admin', '/moderation/settings'],
  '/insights': ['admin', '/insights'],
})

async function openAll(page: Page, paths: string[]) {
  for (const path of paths) {
    await page.goto(path)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectContrast(page)
  }
}

test.describe('text has enough contrast in the light theme', () => {
  for (const reader of readers)
    test(`on every page, opened by its ${reader}`, async ({
      page,
      site,
      owner: { client, shown },
      author,
    }) => {
      const { person, client: authorClient } = author
      const tweet = await postTweet(authorClient, 'The tide is out')
      const params = { tweetId: tweet._id }
      const playlistId = await makePlaylist(authorClient, 'By the sea', [shown], 'public')
      const other = await site.signUp({ fullname: 'Wren Songbird' })
      await other.client.call(api.comments.addToTweet, { params, body: { content: 'And the sun' } })
      if (reader === 'member') {
        const body = { watchedAt: tweet.createdAt, position: 0 }
        await authorClient.call(api.history.restore, { params: { videoId: shown._id }, body })
        await subscribe(authorClient, other.client)
        await postTweet(other.client, 'Low water')
      } else if (reader === 'admin') {
        await other.client.call(api.reports.tweet, { params, body: { reason: 'spam' } })
        await site.setRole(person, 'admin')
      }
      if (reader !== 'visitor') await enterAs(page, site, reader === 'owner' ? client : authorClient)
      const { username } = person
      const things = { videoId: shown._id, username, tweetId: tweet._id, playlistId }
      const theirs = Object.values(pages(things)).filter(([who]) => who === reader)
      const tabs = ['log', 'moderators', 'held'].map((tab) => `/moderation/${tab}`)
      await openAll(page, [...theirs.map(([, path]) => path), ...(reader === 'admin' ? tabs : [])])
    })

  test('in the menus, panels, dialogs and messages of the shell', async ({
    page,
    context,
    site,
    signedIn,
  }) => {
    const { client } = await site.signUp({ fullname: 'Wren Songbird' })
    await subscribe(client, signedIn.client)
    await subscribe(signedIn.client, client)
    await page.goto('/settings')
    await accountMenu(page).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    await topBar(page).getByRole('button', { name: 'Notifications (1)' }).click()
    await expect(page.getByRole('dialog').getByText('Wren Songbird')).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    await topBar(page).getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('dialog', { name: 'Create Content' })).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    // The page does not handle keys until the dialog is gone.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    // Slowed down in the middle of its closing, it would stay.
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await playAnimations(page, 0.02)
    await page.getByLabel('Location').fill('Porto')
    await page.getByRole('region', { name: 'About you' }).getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Your details updated successfully')).toBeVisible()
    await page.keyboard.press('Control+b')
    await accountMenu(page).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await expectContrast(page)
    await context.setOffline(false)
    await page.setViewportSize(phone)
    await sidebarToggle(page).click()
    await expect(drawer(page).getByText('Wren Songbird')).toBeVisible()
    await expectContrast(page)
  })

  test('in forms with errors, and in confirmations', async ({ page, site }) => {
    await page.goto('/auth/')
    await signInForm(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(signInForm(page).getByText('Password is required')).toBeVisible()
    await expectContrast(page)
    await page.getByRole('tab', { name: 'Sign up' }).click()
    await signUpForm(page).getByLabel('Username').press('Enter')
    await expect(signUpForm(page).getByRole('alert')).toBeVisible()
    await expectContrast(page)

    await enterAs(page, site, (await site.signUp()).client)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('region', { name: 'Change Password' }).getByRole('alert')).toBeVisible()
    await expectContrast(page)
    await page.getByRole('region', { name: 'Delete Account' }).getByRole('button').click()
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    await expectContrast(page)

    await page.goto('/create-tweet')
    await page.getByLabel('Content').press('Control+Enter')
    await expect(page.getByText('Content is required')).toBeVisible()
    await expectContrast(page)
    await page.goto('/upload-video')
    await page.getByLabel('Title').press('Enter')
    await expect(page.getByText('Thumbnail is required')).toBeVisible()
    await expectContrast(page)
  })

  test('on the pages of a video and a tweet: comments, menus, lists of playlists, sharing and reporting', async ({
    page,
    topic,
    stage,
    author,
    signedIn: _,
  }) => {
    await addComment(stage.client, topic._id, 'Heard it at dawn')
    await page.goto(watchPath(topic))
    const comment = main(page).getByRole('article').filter({ hasText: 'Heard it at dawn' })
    await comment.getByRole('button', { name: 'Reply' }).click()
    await main(page).getByPlaceholder('Add a comment...').fill('x'.repeat(5001))
    await expectContrast(page)
    await menuButton(page).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectContrast(page)
    await page.getByRole('menuitem', { name: 'Save to playlist' }).click()
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    await main(page).getByRole('button', { name: 'Share' }).click()
    const share = page.getByRole('dialog', { name: 'Share' })
    await share.getByRole('textbox', { name: 'Start time' }).fill('0:99')
    await expect(share.getByRole('alert')).toBeVisible()
    await expectContrast(page)
    await share.getByRole('button', { name: 'Embed' }).click()
    await expect(page.getByRole('dialog', { name: 'Embed' })).toBeVisible()
    await expectContrast(page)

    const tweet = await postTweet(author.client, 'Only today', ['A heron'])
    await page.goto(`/tweet/${tweet._id}`)
    await page.getByRole('button', { name: 'Tweet actions' }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const report = page.getByRole('dialog', { name: 'Do you want to report this tweet?' })
    await report.getByRole('button', { name: 'Report' }).click()
    await expect(report.getByText('Please choose a reason')).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tweet actions' }).click()
    await page.getByRole('menuitem', { name: /^Block / }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectContrast(page)
  })

  test('in a search, a profile and the watch history', async ({ page, site, library: { marsh } }) => {
    await page.goto('/search/?q=marshes')
    await expect(main(page).locator('mark').first()).toBeVisible()
    await expectContrast(page)
    const box = topBar(page).getByRole('combobox', { name: 'Search' })
    // The box contains the current query.
    await box.clear()
    await box.pressSequentially('bitte')
    await expect(page.getByRole('listbox').getByRole('option', { name: marsh.title })).toBeVisible()
    await expectContrast(page)
    await page.goto('/search/?q=qqzzxx')
    await expect(main(page).getByText('0 results found')).toBeVisible()
    await expectContrast(page)

    await page.goto(`/profile/${marsh.owner.username}`)
    await playAnimations(page, 0.02)
    await main(page).getByRole('button', { name: 'Feeds' }).click()
    await expect(page.getByRole('dialog', { name: 'Follow in another app' })).toBeVisible()
    await expectContrast(page)
    await page.keyboard.press('Escape')
    await main(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.locator('[data-toast=error]')).toBeVisible()
    await expectContrast(page)

    const { client } = await site.signUp()
    await enterAs(page, site, client)
    const body = { watchedAt: marsh.createdAt, position: 0 }
    await client.call(api.history.restore, { params: { videoId: marsh._id }, body })
    await page.goto('/watch-history')
    await main(page).getByRole('button', { name: 'Pause watch history' }).click()
    await expect(main(page).getByRole('button', { name: 'Resume watch history' })).toBeFocused()
    await main(page)
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await expect(main(page).getByRole('button', { name: /^Undo removing/ })).toBeVisible()
    await expectContrast(page)
  })
})
