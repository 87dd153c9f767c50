import { api, type Video } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal } from '../../actions/account.ts'
import { chooseAction, postTweet, cardOf as tweetCard } from '../../actions/tweets.ts'
import { cards, watchPath } from '../../actions/videos.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

test('Not interested removes a video, Undo restores it to its position, and its channel can be hidden too', async ({
  page,
  manyVideos,
  signedIn,
}) => {
  const [older, video] = manyVideos
  if (!older || !video) throw new Error('There are more')
  await page.goto('/')
  const card = ({ title }: Video) =>
    cards(page).filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const titles = cards(page).getByRole('heading')
  const all = manyVideos.map(({ title }) => title).reverse()
  await expect(titles).toHaveText(all)
  const hide = async () => {
    await card(video).getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Not interested' }).press('Enter')
  }
  await hide()
  const message = toast(page, 'Hidden from your recommendations.')
  await expect(titles).toHaveText(all.filter((title) => title !== video.title))
  // The focus moves to the next card.
  await expect(card(older).getByRole('link', { name: older.title, exact: true })).toBeFocused()
  await message.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(titles).toHaveText(all)
  const hidden = async () => (await signedIn.client.call(api.hidden.listVideos, { query: {} })).data.docs
  await expect.poll(hidden).toEqual([])

  await hide()
  await message.getByRole('button', { name: 'Don’t recommend channel' }).click()
  await expect(cards(page)).toHaveCount(0)
  const channelMessage = toast(page, `${video.owner.fullname} is hidden from your recommendations.`)
  await expectAccessible(page)
  await channelMessage.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(all.length - 1)
  await expect.poll(hidden).toMatchObject([{ _id: video._id }])

  // Related videos can be hidden too.
  const [playing, next] = manyVideos.toReversed()
  if (!playing || !next) throw new Error('There are more')
  await card(playing).getByRole('link', { name: playing.title, exact: true }).click()
  await expect(page).toHaveURL(watchPath(playing))
  const beside = ({ title }: Video) =>
    page
      .getByRole('region', { name: 'Related videos' })
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) })
  // The list may be reloaded without the hidden video.
  await expect(beside(video)).toHaveCount(0)
  await beside(older).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  await expect(beside(older)).toHaveCount(0)
  await expect(beside(next)).toBeVisible()
  await expect.poll(hidden).toMatchObject([{ _id: older._id }, { _id: video._id }])
})

test('the settings list hidden videos, hidden channels and blocked people, and each can be undone', async ({
  page,
  creator: { film },
  author,
  signedIn,
}) => {
  const { client } = signedIn
  await client.call(api.hidden.addVideo, { params: { videoId: film._id } })
  await client.call(api.hidden.addChannel, { params: { channelId: film.owner._id } })
  const { data } = await client.call(api.accounts.channel, { params: { username: author.person.username } })
  await client.call(api.blocks.add, { params: { userId: data._id } })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/settings#hidden-and-blocked')
  const list = (name: string) => page.getByRole('region', { name })
  await expect(list('Hidden videos').getByRole('listitem')).toContainText(film.title)
  await expect(list('Hidden channels').getByRole('listitem')).toContainText(film.owner.fullname)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await list('Hidden videos')
    .getByRole('button', { name: `Show again: ${film.title}` })
    .press('Enter')
  await expect(list('Hidden videos')).toContainText('You have not hidden any videos.')
  await expect(list('Hidden videos').getByRole('heading')).toBeFocused()
  await list('Hidden channels').getByRole('button').click()
  await expect(list('Hidden channels')).toContainText('You have not hidden any channels.')
  await list('Blocked people')
    .getByRole('button', { name: `Unblock: ${data.fullname}` })
    .click()
  await expect(list('Blocked people')).toContainText('You have not blocked anyone.')

  // Below the videos of a blocked person, too.
  await client.call(api.blocks.add, { params: { userId: film.owner._id } })
  await page.goto(watchPath(film))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Unblock' }).click()
  await expect(main.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  const blocked = async () => (await client.call(api.blocks.list, { query: {} })).data.docs
  await expect.poll(blocked).toEqual([])
})

test('blocking someone from a tweet or comment hides what they wrote, refuses their comments, and is undone on their profile', async ({
  page,
  site,
  topic,
  signedIn,
  expectErrors,
}) => {
  expectErrors(refusal(403, 404))
  const other = await site.signUp({ fullname: 'Magpie Loud' })
  const { username } = other.person
  await other.client.call(api.comments.addToVideo, {
    params: { videoId: topic._id },
    body: { comment: 'Not a kind word' },
  })
  const tweet = await postTweet(other.client, 'Loud and clear')
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog', { name: 'Block Magpie Loud?' })
  await page.goto(watchPath(topic))
  const words = main.getByRole('article').filter({ hasText: 'Not a kind word' })
  await words.getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Block Magpie Loud' }).click()
  await question.getByRole('button', { name: 'Block' }).click()
  await expectToast(page, 'Magpie Loud is blocked')
  await expect(words).toHaveCount(0)
  await expect(main.getByText('0 comments')).toBeVisible()
  await main.getByPlaceholder('Add a comment...').fill(`Hello @${username}`)
  await page.keyboard.press('Enter')
  await expectToast(page, `You blocked @${username}. Unblock them to mention them`)

  await page.goto(`/profile/${username}/tweets`)
  const explanation = main.getByText('You blocked Magpie Loud. Unblock them to see their tweets.')
  await expect(explanation).toBeVisible()
  await expect(main.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  await main.getByRole('button', { name: 'Unblock' }).click()
  await expect(tweetCard(page, tweet.content)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  const shown = await signedIn.client.call(api.comments.listOfVideo, {
    params: { videoId: topic._id },
    query: {},
  })
  expect(shown.data.comments).toMatchObject([{ content: 'Not a kind word' }])

  await chooseAction(page, tweetCard(page, tweet.content), 'Block Magpie Loud')
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Block' }).press('Enter')
  await expectToast(page, 'Magpie Loud is blocked')
  await expect(explanation).toBeVisible()
  await expect(main.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)
  await expectAccessible(page)
})
