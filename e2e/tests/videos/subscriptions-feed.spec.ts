import { api } from '@vireo/contract'
import { expectNoSidewaysScroll, signIn } from '../../actions/account.ts'
import { sidebar, subscribe } from '../../actions/shell.ts'
import { postTweet } from '../../actions/tweets.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'

test('after signing in, the heading of the subscriptions links to their videos and tweets, where new ones are marked until the next visit', async ({
  page,
  site,
  creator: { client, person, film },
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const viewer = await site.signUp()
  await page.goto('/subscriptions')
  await expect(page).toHaveURL('/auth/?next=%2Fsubscriptions')
  await signIn(page, viewer.person.username, viewer.person.password)
  const main = page.getByRole('main')
  await expect(main.getByText('Nothing here yet.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Browse videos' })).toHaveAttribute('href', '/')

  await subscribe(viewer.client, client)
  await site.sql`
    update feed_looks set looked_at = now() - interval '1 year'
    where user_id = (select id from users where username = ${viewer.person.username})`
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

  await page.route(`**${api.subscriptionFeed.list.path}*`, (route) => route.abort())
  await page.reload()
  await expect(main.getByText('Your subscriptions could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Retry' }).click()
  await expectBothNew()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})
