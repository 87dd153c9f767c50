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
  const filter = (name: string) => main.getByRole('tab', { name })
  await filter('Videos').click()
  await expect(page).toHaveURL('/subscriptions?show=videos')
  await expect(items).toHaveCount(1)
  await expect(entry(film.title)).toBeVisible()
  await filter('Tweets').click()
  await expect(items).toHaveCount(1)
  await expect(entry(tweet.content)).toBeVisible()
  await filter('Live').click()
  await expect(main.getByText('None of your channels is live at the moment.')).toBeVisible()
  await expectAccessible(page)
  await filter('All').click()

  await page.route(`**${api.subscriptionFeed.list.path}*`, (route) => route.abort())
  await page.reload()
  await expect(main.getByText('Your subscriptions could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await main.getByRole('button', { name: 'Retry' }).click()
  await expectBothNew()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})

test('subscriptions are managed on a page of their own: searched, sorted, silenced, ended and taken up again', async ({
  page,
  site,
  signedIn: { client },
}) => {
  const names = ['Ada Auk', 'Bo Bittern', 'Cleo Crane']
  for (const fullname of names) await subscribe(client, (await site.signUp({ fullname })).client)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/subscriptions')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Manage' }).click()
  await expect(page).toHaveURL('/subscriptions/manage')
  const rows = main.getByRole('list', { name: 'Subscriptions' }).getByRole('article')
  await expect(rows).toHaveText(names.map((name) => new RegExp(name)))
  await expect(rows.getByRole('button', { name: 'Notifications of this channel: all' })).toHaveCount(3)
  // The buttons need no request each.
  expect(requests.filter((path) => /\/subscription\/channel\/./.test(path))).toEqual([])
  await expectAccessible(page)

  await main.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest subscription')
  await expect(page).toHaveURL('/subscriptions/manage?sort=newest')
  await expect(rows).toHaveText(names.toReversed().map((name) => new RegExp(name)))
  await main.getByRole('searchbox', { name: 'Search subscriptions' }).fill('bitt')
  await expect(rows).toHaveText([/Bo Bittern/])
  await rows.getByRole('button', { name: 'Notifications of this channel: all' }).click()
  await page.getByRole('menuitemradio', { name: 'None' }).click()
  await expect(rows.getByRole('button', { name: 'Notifications of this channel: none' })).toBeVisible()

  await rows.getByRole('button', { name: 'Subscribed' }).click()
  await expect(rows.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Bo Bittern' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.getByRole('button', { name: 'Notifications of this channel: none' })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Bo Bittern' })).toBeVisible()
  await main.getByRole('searchbox', { name: 'Search subscriptions' }).fill('owl')
  await expect(main.getByText('None of your channels is called “owl”.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await main.getByRole('searchbox', { name: 'Search subscriptions' }).fill('')
  await expect(rows).toHaveCount(3)
  await expectNoSidewaysScroll(page)
})
