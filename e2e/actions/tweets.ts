import type { Locator, Page } from '@playwright/test'
import { altFields, api, type Tweet } from '@vireo/contract'
import type { TestClient } from '../../server/test/app/client.ts'
import { picture } from '../../server/test/content/pictures.ts'
import { withSite } from '../support/fixtures.ts'
import type { Person } from '../support/site.ts'

/** Posts a tweet with one image for each of the descriptions. */
export async function postTweet(client: TestClient, content: string, alts: string[] = ['']): Promise<Tweet> {
  const form = new FormData()
  form.append('content', content)
  for (const [index, alt] of alts.entries()) {
    form.append(altFields[index] ?? '', alt)
    const image = await picture(80 + 20 * index, 60)
      .png()
      .toBuffer()
    form.append('image', new Blob([new Uint8Array(image)]), `${index}.png`)
  }
  const { status, data, message } = await client.call(api.tweets.create, { form })
  if (status !== 200) throw new Error(message)
  return data.tweet
}

/** A person who tweets; a new one for each test, because of the limit of ten tweets a minute. */
interface Author {
  person: Person
  client: TestClient
  id: string
}

const many = 10
const shortPage = 6

export const withTweets = withSite.extend<{ author: Author; manyTweets: Tweet[] }>({
  author: async ({ site }, use) => {
    const { person, client } = await site.signUp({ fullname: 'Wren Author' })
    const { data } = await client.call(api.accounts.currentUser)
    await use({ person, client, id: data._id })
  },
  /** Oldest first; more than one page of a list after `shortenTweets`. */
  manyTweets: async ({ site }, use) => {
    const { client } = await site.signUp({ fullname: 'Finch Prolific' })
    const tweets: Tweet[] = []
    for (let number = 1; number <= many; number += 1)
      tweets.push(await postTweet(client, `Tweet number ${number}`))
    await use(tweets)
  },
})

export const tweetListAddress = /\/api\/v1\/tweet(\?|$)/
export const tweetPath = ({ _id }: Pick<Tweet, '_id'>) => `/tweet/${_id}`
export const cards = (page: Page): Locator => page.getByRole('list', { name: 'Tweets' }).getByRole('article')
export const cardOf = (page: Page, text: string): Locator => cards(page).filter({ hasText: text })
export const lightbox = (page: Page) => page.getByRole('dialog', { name: /^Images of a tweet/ })

/** Limits pages to 6 tweets on a narrow screen, so that a few tweets are enough to scroll. */
export async function shortenTweets(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.route(tweetListAddress, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', String(shortPage))
    return route.fallback({ url: url.href })
  })
  return shortPage
}

export async function chooseAction(page: Page, card: Locator, entry: string): Promise<void> {
  await card.getByRole('button', { name: 'Tweet actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
