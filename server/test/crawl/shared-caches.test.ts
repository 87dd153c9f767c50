import { type AnyEndpoint, addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlaylist, put } from '../../src/features/library/playlists/test-kit.ts'
import { buildApp } from '../../src/program/app.ts'
import { createTestApp, type TestApp } from '../app/app.ts'
import { formWith, picture } from '../content/pictures.ts'
import { addReadyVideo } from '../content/ready-videos.ts'
import { postTweet } from '../content/tweets.ts'

let app: TestApp
beforeAll(async () => {
  // As a site that is behind shared caches.
  app = await createTestApp({ PUBLIC_URL: 'http://localhost' }, { freshMs: 1000 })
})
afterAll(() => app.close())

/** Addresses of the built web and of the program itself, which contain nothing that people publish. */
const constant =
  /^\/(api\/docs.*|healthz|readyz|metrics|robots\.txt|\*|favicon.*|icon-.*|apple-.*|site\.web.*|sw\.js|preload.*|index\.html|(_vercel\/)?insights\/script\.js)$/

/** Something of everything that can become private, be removed or be suspended, with the addresses that show it. */
async function publishEverything() {
  const owner = await app.signedIn('heron')
  const { id } = owner.person
  const description = 'Birds\n0:00 Start\n0:10 Middle\n0:20 End'
  const { videoId, folder } = await addReadyVideo(app.context, { ownerId: id, clip: 'film', description })
  const tweet = await postTweet(owner)
  const playlistId = await createPlaylist(owner)
  await put(owner, playlistId, videoId)
  const { data } = await owner.call(api.comments.addToVideo, {
    params: { videoId },
    body: { comment: 'A bird' },
  })
  const file = await picture(320, 320).png().toBuffer()
  await owner.call(api.accounts.updateAvatar, { form: formWith('avatar', file) })
  await owner.call(api.accounts.updateCover, { form: formWith('coverimage', file) })
  const { data: channel } = await app.visitor().call(api.accounts.channel, { params: { username: 'heron' } })
  const ids = { videoId, tweetId: tweet._id, channelId: id, commentId: data.comment._id, username: 'heron' }
  const pictures = [channel.avatar, channel.coverimage, ...tweet.pictures.map(({ url }) => url)]
  const keys = await app.context.storage.list(folder)
  const media = [...keys.map((key) => `/media/${key}`), ...pictures.filter((url) => url !== null)]
  return { owner, ids, all: [videoId, tweet._id, playlistId], media: media as string[] }
}

type Everything = Awaited<ReturnType<typeof publishEverything>>

/** The addresses of one route: with everything that its parameter may stand for. */
function addressesOf(route: string, { ids, all, media }: Everything): string[] {
  const files: Record<string, string[]> = {
    '/media/*': media,
    '/feeds/channels/:file': ['/feeds/channels/heron.xml'],
    '/feeds/videos/:file': ['.mp4', '.m3u8'].map((extension) => `/feeds/videos/${ids.videoId}${extension}`),
    '/feeds/videos/:id/chapters.json': [`/feeds/videos/${ids.videoId}/chapters.json`],
    '/sitemaps/:file': ['videos', 'channels', 'tweets'].map((kind) => `/sitemaps/${kind}-1.xml`),
    '/api/v1/oembed': [`/api/v1/oembed?url=http://localhost/watch/${ids.videoId}`],
  }
  const known = files[route]
  if (known) return known
  const filled = route.replace(/:(\w+)/g, (whole, name: string) => ids[name as keyof typeof ids] ?? whole)
  return filled.includes(':') ? all.map((id) => filled.replace(/:\w+/, id)) : [filled]
}

/** All routes that answer GET, from the router itself, so that a new one is tested without being listed. */
async function listRoutes(): Promise<string[]> {
  const other = await buildApp(app.context)
  await other.ready()
  const routes: string[] = []
  const path: string[] = []
  for (const line of other.printRoutes({ commonPrefix: false, method: 'GET' }).split('\n')) {
    const [, indent = '', names = '', isRoute] = /^([│ ]*)[├└]── (\S+)( \(GET)?/.exec(line) ?? []
    if (!names) continue
    path.splice(indent.length / 4)
    const above = path.join('')
    path.push(names.replace(/:(\w+)\|:(\w+)/, ':$2'))
    if (isRoute) for (const name of namesIn(names)) routes.push(above + name)
  }
  await other.close()
  const streams = Object.values(api)
    .flatMap((calls): AnyEndpoint[] => Object.values(calls))
    .filter(({ protocol }) => protocol === 'event-stream')
    .map(addressOf)
  return [...routes, '/media/*'].filter((route) => !constant.test(route) && !streams.includes(route))
}

/** The router prints two parameters at the same place as `/:file|:username`. */
function namesIn(printed: string): string[] {
  const [, start = '', names] = /^(.*\/)(:\w+\|:\w+)$/.exec(printed) ?? []
  return names ? names.split('|').map((name) => start + name) : [printed]
}

/** For how long a shared cache may answer with this response without asking again. */
function sharedSeconds({ status, headers }: Response): number {
  const control = headers.get('cache-control') ?? ''
  if (/no-store|no-cache|private/.test(control)) return 0
  const seconds = /s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1]
  // Without a rule caches make up their own.
  return seconds ? Number(seconds) : status < 400 ? Number.POSITIVE_INFINITY : 0
}

async function ask(addresses: string[]) {
  const answers = addresses.map(async (address) => {
    const response = await app.visitor().fetch(address, { redirect: 'manual' })
    await response.arrayBuffer()
    return { address, status: response.status, seconds: sharedSeconds(response) }
  })
  return Promise.all(answers)
}

it('shared caches ask again within ten seconds for everything that may become private or be removed', async () => {
  const site = await publishEverything()
  const addresses = (await listRoutes()).flatMap((route) => addressesOf(route, site))
  const before = await ask(addresses)
  const ofVideo = before.filter(({ address, status }) => address.includes(site.ids.videoId) && status < 400)
  for (const part of ['chapters.json', '.mp4', '/embed/', '/api/v1/video/id/', 'oembed'])
    expect(ofVideo.map(({ address }) => address)).toContainEqual(expect.stringContaining(part))
  expect(before.filter(({ address, status }) => address.startsWith('/media/') && status !== 200)).toEqual([])
  expect(before.filter(({ seconds }) => seconds > 10)).toEqual([])

  const form = new FormData()
  form.append('visibility', 'private')
  await site.owner.call(api.videos.update, { params: { id: site.ids.videoId }, form })
  await app.runJobs()
  const after = await ask(addresses)
  expect(after.filter(({ seconds }) => seconds > 10)).toEqual([])
  const gone = new Set(ofVideo.map(({ address }) => address))
  expect(after.filter(({ address, status }) => gone.has(address) && status < 400)).toEqual([])
})
