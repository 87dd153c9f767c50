import { api } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../account.ts'
import { expectAccessible } from '../../fixtures.ts'
import { sidebar, subscribe } from '../../shell.ts'
import { expect, test } from '../../test.ts'
import { postTweet } from '../../tweets.ts'

test('the heading of the subscriptions links to their videos and tweets, where new ones are marked until the next visit', async ({
  page,
  site,
  creator: { client, person, film },
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await page.goto('/subscriptions')
  const main = page.getByRole('main')
  await expect(main.getByText('Nothing here yet.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Browse videos' })).toHaveAttribute('href', '/')

  await subscribe(signedIn.client, client)
  await site.sql`
    update feed_looks set looked_at = now() - interval '1 year'
    where user_id = (select id from users where username = ${signedIn.username})`
  const tweet = await postTweet(client, 'A word about the film')
  await page.goto('/')
  await sidebar(page).getByRole('link', { name: 'Subscriptions' }).press('Enter')
  await expect(page).toHaveURL('/subscriptions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscriptions')
  const items = main.getByRole('list', { name: 'Subscriptions' }).locator('> li')
  const entry = (text: string) => items.filter({ hasText: text })
  await expect(entry(tweet.content)).toContainText(person.fullname)
  await expect(entry(film.title).getByRole('link', { name: film.title })).toBeVisible()
  const expectBothNew = async () => {
    for (const text of [tweet.content, film.title])
      await expect(entry(text).getByText('New', { exact: true })).toBeVisible()
  }
  await expectBothNew()
  await expectAccessible(page)

  const like = entry(tweet.content).getByRole('button', { name: /like/i })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expectBothNew()

  await page.route(`**${api.feed.list.path}*`, (route) => route.abort())
  await page.reload()
  await expect(main.getByText('Your subscriptions could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(entry(tweet.content)).toBeVisible()
})

test('a visitor is sent to sign in, and comes back', async ({ page }) => {
  await page.goto('/subscriptions')
  await expect(page).toHaveURL('/auth/?next=%2Fsubscriptions')
})
