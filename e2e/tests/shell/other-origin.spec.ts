import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addressOf, api, type Notification, urlOf, type Video, type VideoSummary } from '@vireo/contract'
import { TestClient } from '../../../server/test/app/client.ts'
import { formWith } from '../../../server/test/content/pictures.ts'
import { subscribe } from '../../actions/shell.ts'
import { postTweet } from '../../actions/tweets.ts'
import { picture } from '../../actions/upload.ts'
import { startSite } from '../../support/site.ts'
import { test as base, expect } from '../../support/test.ts'

const test = base.extend<{ otherOrigin: string }>({
  /** An empty page of a client that others wrote. It gets the site's cookies, because only the port differs. */
  otherOrigin: async ({ serve }, use) => {
    const port = await serve((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another client</title>'),
    )
    await use(`http://127.0.0.1:${port}`)
  },
  /** A site of its own, which allows that client. */
  site: async ({ otherOrigin }, use) => {
    const site = await startSite({ role: 'api', corsOrigins: otherOrigin })
    await use(site)
    await site.close()
  },
})

const fetchFrom = (page: Page, url: string) =>
  page.evaluate(async (address) => (await fetch(address, { credentials: 'include' })).text(), url)

const widthOfPicture = (page: Page, url: string | null | undefined) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return image.naturalWidth
  }, String(url))

/** Plays until the position has advanced. */
const play = (page: Page, url: string | null) =>
  page.evaluate(async (src) => {
    const media = Object.assign(document.createElement('video'), { src, muted: true })
    document.body.append(media)
    await media.play()
    while (media.currentTime === 0)
      await new Promise((resolve) => media.addEventListener('timeupdate', resolve, { once: true }))
    return media.videoWidth
  }, String(url))

// Playwright adds them to every request, and the site does not allow unknown ones from other origins.
test.use({ extraHTTPHeaders: {} })

test('a client at another origin shows pictures and plays a video with the addresses that it gets; the site’s own pages still get paths', async ({
  page,
  site,
  otherOrigin,
  creator: { client, film },
  signedIn,
}) => {
  await client.call(api.accounts.updateAvatar, { form: formWith('avatar', readFileSync(picture)) })
  await postTweet(client, '/media/is only text here')
  await subscribe(client, signedIn.client)
  await page.goto(otherOrigin)
  const get = async (path: string) => JSON.parse(await fetchFrom(page, site.origin + path))
  const listed: VideoSummary = (await get(addressOf(api.videos.list))).data.docs[0]
  const video: Video = (await get(urlOf(api.videos.get, { params: { id: film._id } }))).data
  const tweet = (await get(addressOf(api.tweets.list))).data.docs[0]
  const [notification]: Notification[] = await get('/api/notifications')
  expect(tweet.content).toBe('/media/is only text here')
  for (const url of [
    listed.thumbnail,
    video.thumbnail,
    listed.owner.avatar,
    tweet.image,
    tweet.pictures[0].url,
  ])
    expect(await widthOfPicture(page, url)).toBeGreaterThan(0)
  expect(await widthOfPicture(page, notification?.avatarUrl)).toBeGreaterThan(0)
  expect(await play(page, video.videofile)).toBeGreaterThan(0)

  // Names in playlists are relative.
  const master = await fetchFrom(page, String(video.hls))
  const [variant = ''] = /^[^#\n].*\.m3u8$/m.exec(master) ?? []
  expect(await fetchFrom(page, new URL(variant, String(video.hls)).href)).toContain('#EXTINF')

  const event = page.evaluate(async (url) => {
    const source = new EventSource(url, { withCredentials: true })
    const { promise, resolve } = Promise.withResolvers<MessageEvent<string>>()
    source.addEventListener('notification', resolve)
    return JSON.parse((await promise).data)
  }, site.origin + addressOf(api.events.stream))
  expect((await event).avatarUrl).toBe(notification?.avatarUrl)

  const own = await new TestClient(site.origin).call(api.videos.list, {})
  expect(own.data.docs[0]?.thumbnail).toMatch(/^\/media\//)
})
