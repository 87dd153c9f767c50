import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, plainLine } from '@vireo/contract'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { createStatementCounter } from '../../../../test/app/statements.ts'
import { addReadyVideo } from '../../../../test/content/ready-videos.ts'
import { addTweet, postTweet, smallPicture, tweetForm } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { checkXml } from '../../../../test/xml.ts'
import { newId } from '../../../lib/ids.ts'
import { probe } from '../../../media/probe/probe.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://vireo.example' })
})
afterAll(() => app.close())

/** Text that would end a CDATA section, a tag, an attribute or a document, or that XML does not allow at all. */
const attack = `]]>]]\u0001></title><script>alert("1")</script> & &amp; 'x' <!-- \u0008\u001b\ufffe $& 🦜`
const shown = ['\u0001', '\u0008', '\u001b', '\ufffe'].reduce(
  (text, sign) => text.replaceAll(sign, ''),
  attack,
)

const get = (path: string, init: RequestInit = {}) => app.visitor().fetch(path, init)
const read = async (path: string) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  return response.text()
}
async function readRss(username: string) {
  const text = await read(`/feeds/channels/${username}.xml`)
  checkXml(text)
  return parseRssFeed(text)
}
async function readAtom(path: string) {
  const text = await read(path)
  checkXml(text)
  return parseAtomFeed(text)
}

const rendition = { name: '240p', file: '240p.mp4', width: 426, height: 240, bandwidth: 1, size: 1234 }
const renditions = [{ ...rendition, width: 1920, height: 1080, size: 99 }, rendition]

/** Gives a video streams without files. */
async function addStreams(videoId: string) {
  const streams = JSON.stringify({ dir: 'ladder-1', master: 'master.m3u8', renditions })
  const captions = JSON.stringify([{ file: 'en.vtt', language: 'en', label: 'English' }])
  await app.context.sql`
    update videos set streams = ${streams}::text::jsonb, captions = ${captions}::text::jsonb, thumbnail_folder = 'poster'
    where id = ${videoId}`
}

describe('the feed of a channel', () => {
  it('has an enclosure of a real video that a podcast app can load whole, in parts and request with HEAD', async () => {
    const owner = await app.createPerson('podcaster', 'Paula Podcaster')
    const { videoId } = await addReadyVideo(app.context, { ownerId: owner.id, clip: 'film' })
    const { items } = await readRss('podcaster')
    const { url = '', length, type } = items?.[0]?.enclosures?.[0] ?? {}
    expect({ url, type }).toEqual({
      url: `https://vireo.example/feeds/videos/${videoId}.mp4`,
      type: 'video/mp4',
    })

    const redirect = await get(new URL(url).pathname)
    expect(redirect.status).toBe(302)
    expect(redirect.headers.get('access-control-allow-origin')).toBe('*')
    const path = redirect.headers.get('location') ?? ''
    const head = await get(path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(length))
    expect(head.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const part = await get(path, { headers: { range: 'bytes=4-7' } })
    expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'ftyp' })
    const whole = await get(path)
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(bytes.length).toBe(length)
    const file = join(app.config.dataDir, 'enclosure.mp4')
    await writeFile(file, bytes)
    const info = await probe(file, { signal: AbortSignal.timeout(patiently.timeout) })
    expect(info.duration).toBeCloseTo(4, 0)

    // Videos of earlier versions have no sizes in their rows.
    await app.context.sql`update videos set streams = streams #- '{renditions,0,size}' where id = ${videoId}`
    expect((await readRss('podcaster')).items?.[0]?.enclosures?.[0]?.length).toBe(length)
  })

  it('describes channel and videos for podcast apps, with chapters, transcripts and pictures', async () => {
    const owner = await app.createPerson('chapters', 'Cora Chapters')
    const description = 'First line\n0:00 Intro\n0:20 Main & more\n1:01:00 End'
    const { videoId, folder } = await addVideo(app, { ownerId: owner.id, description, duration: 3700.4 })
    await addStreams(videoId)
    const feed = await readRss('Chapters')
    const site = 'https://vireo.example'
    const media = `${site}/media/${folder}`
    expect(feed).toMatchObject({
      title: 'Cora Chapters',
      link: `${site}/profile/chapters`,
      description: 'Videos by Cora Chapters',
      image: { url: `${site}/icon-512.png` },
      atom: { links: [{ href: `${site}/feeds/channels/chapters.xml`, rel: 'self' }] },
      itunes: { author: 'Cora Chapters', explicit: false },
      podcast: { medium: 'video', guid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    expect(feed.items).toHaveLength(1)
    expect(feed.items?.[0]).toMatchObject({
      link: `${site}/watch/${videoId}`,
      guid: { value: videoId, isPermaLink: false },
      description: 'First line<br>0:00 Intro<br>0:20 Main &amp; more<br>1:01:00 End',
      enclosures: [{ url: `${site}/feeds/videos/${videoId}.mp4`, length: 1234, type: 'video/mp4' }],
      itunes: { duration: 3700, image: `${media}/poster/1280.jpeg`, explicit: false },
      media: { thumbnails: [{ url: `${media}/poster/1280.jpeg` }] },
      podcast: {
        chapters: {
          url: `${site}/feeds/videos/${videoId}/chapters.json`,
          type: 'application/json+chapters',
        },
        transcripts: [{ url: `${media}/extras/en.vtt`, type: 'text/vtt', language: 'en' }],
        alternateEnclosures: [{ sources: [{ uri: `${site}/feeds/videos/${videoId}.m3u8` }] }],
      },
      psc: {
        chapters: [
          { start: '00:00:00', title: 'Intro' },
          { start: '00:00:20', title: 'Main & more' },
          { start: '01:01:00', title: 'End' },
        ],
      },
    })
    expect(JSON.parse(await read(`/feeds/videos/${videoId}/chapters.json`))).toEqual({
      version: '1.2.0',
      chapters: [
        { startTime: 0, title: 'Intro' },
        { startTime: 20, title: 'Main & more' },
        { startTime: 3660, title: 'End' },
      ],
    })
    const stream = await get(`/feeds/videos/${videoId}.m3u8`)
    expect(stream.headers.get('location')).toBe(`/media/${folder}/ladder-1/master.m3u8`)
  })

  it('stays well-formed with any text, which it contains unchanged', async () => {
    const owner = await app.createPerson('attacker')
    await app.context.sql`update users set fullname = ${attack}, bio = ${attack} where id = ${owner.id}`
    const description = `0:00 ${attack}\n0:20 ${attack}\n0:40 ${attack}`
    const { videoId } = await addVideo(app, { ownerId: owner.id, title: attack, description })
    await addStreams(videoId)
    const text = await read('/feeds/channels/attacker.xml')
    expect(new Set(checkXml(text))).not.toContain('script')
    const feed = parseRssFeed(text)
    expect(feed.title).toBe(shown)
    expect(feed.itunes?.author).toBe(shown)
    expect(feed.items?.[0]?.title).toBe(shown)
    expect(feed.items?.[0]?.psc?.chapters?.[2]?.title).toBe(plainLine(attack).replaceAll('\ufffe', ''))
    // Readers show these as HTML.
    for (const html of [feed.description, feed.items?.[0]?.description]) {
      expect(html).toContain('&lt;script&gt;')
      expect(html).not.toMatch(/<(?!br>)/)
    }
    const chapters = JSON.parse(await read(`/feeds/videos/${videoId}/chapters.json`))
    expect(chapters.chapters[0].title).toBe(plainLine(attack))
  })

  it('measures a file without a known size once, and leaves it out while the store is unavailable', async () => {
    const { sql, storage } = app.context
    const owner = await app.createPerson('measured')
    const { videoId, folder } = await addVideo(app, { ownerId: owner.id })
    await addStreams(videoId)
    await sql`update videos set streams = streams #- '{renditions,1,size}' where id = ${videoId}`
    await storage.putBytes(`${folder}/ladder-1/240p.mp4`, Buffer.from('12345'), 'video/mp4')
    const lengths = async () =>
      (await readRss('measured')).items?.map(({ enclosures }) => enclosures?.[0]?.length)
    const ask = vi.spyOn(storage, 'stat')
    onTestFinished(() => ask.mockRestore())
    ask.mockRejectedValueOnce(new Error('The store is away'))
    expect(await lengths()).toEqual([undefined])
    expect(await lengths()).toEqual([5])
    expect(await lengths()).toEqual([5])
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('exists even for a channel whose name was reserved later', async () => {
    const { id } = await app.createPerson('formerly')
    await app.context.sql`update users set username = 'admin', username_key = 'admin' where id = ${id}`
    expect((await get('/feeds/channels/admin.xml')).status).toBe(200)
  })

  it('lists only videos that everyone can find', async () => {
    const owner = await app.createPerson('mixed')
    const listed = await addVideo(app, { ownerId: owner.id })
    const unlisted = await addVideo(app, { ownerId: owner.id, visibility: 'unlisted' })
    const hidden = await addVideo(app, { ownerId: owner.id, visibility: 'private' })
    await addVideo(app, { ownerId: owner.id, isPlayable: false })
    for (const { videoId } of [listed, unlisted, hidden]) await addStreams(videoId)
    expect((await readRss('mixed')).items?.map(({ guid }) => guid?.value)).toEqual([listed.videoId])
    const statusOf = async (path: string) => (await get(path)).status
    expect(await statusOf(`/feeds/videos/${unlisted.videoId}.mp4`)).toBe(302)
    for (const path of ['.mp4', '.m3u8', '/chapters.json'])
      expect(await statusOf(`/feeds/videos/${hidden.videoId}${path}`)).toBe(404)

    await app.context.sql`update users set suspended_at = now() where id = ${owner.id}`
    for (const path of ['.xml', '/tweets.atom'])
      expect(await statusOf(`/feeds/channels/mixed${path}`)).toBe(404)
    expect(await statusOf(`/feeds/videos/${listed.videoId}.mp4`)).toBe(404)
  })

  it('is not sent again to a client that has it, and changes when a video is removed', async () => {
    const owner = await app.signedIn('steady')
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    const first = await owner.fetch('/feeds/channels/steady.xml')
    expect(first.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, s-maxage=10')
    expect(first.headers.get('last-modified')).toMatch(/ GMT$/)
    expect(first.headers.getSetCookie()).toEqual([])
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = await get('/feeds/channels/steady.xml', { headers })
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' })
    expect((await get('/feeds/channels/steady.xml', { method: 'HEAD' })).status).toBe(200)
    await owner.call(api.videos.remove, { params: { id: videoId } })
    expect((await get('/feeds/channels/steady.xml', { headers })).status).toBe(200)
  })

  it.each([
    '/feeds/channels/nobody.xml',
    '/feeds/channels/nobody/tweets.atom',
    '/feeds/channels/steady',
    '/feeds/channels/a%00b.xml',
    '/feeds/channels/%3Cscript%3E.xml',
    `/feeds/videos/${newId()}.mp4`,
    '/feeds/videos/none.mp4',
    `/feeds/videos/${newId()}/chapters.json`,
  ])('does not exist at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

it('a feed has the latest 15 videos, without the rest of long texts and long lists', async () => {
  const owner = await app.createPerson('talkative')
  const lines = Array.from({ length: 400 }, (_, i) => `${Math.floor(i / 6)}:${i % 6}0 part ${i}`)
  const captions = Array.from({ length: 100 }, (_, i) => ({
    folder: `captions-${i}`,
    language: 'en',
    name: `${i}`,
  }))
  await app.context.sql`
    insert into videos (id, owner_id, title, description, status, is_playable, folder, source_key, public_id, duration,
      caption_files, created_at, updated_at)
    select gen_random_uuid(), ${owner.id}, 'Number ' || i, ${lines.join('\n').slice(0, 5000)}, 'ready', true,
      'talkative' || i, i, 'talkative' || i, 40000, ${app.context.sql.json(captions)}, now() - i * interval '1 minute', now()
    from generate_series(1, 40) i`
  const { items = [] } = await readRss('talkative')
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 15 }, (_, i) => `Number ${i + 1}`))
  expect(items[0]?.description).toMatch(/^0:00 part 0<br>.*…$/)
  expect(items[0]?.description?.replaceAll('<br>', '\n')).toHaveLength(501)
  expect(items[0]?.podcast?.transcripts).toHaveLength(20)
  expect(items[0]?.podcast?.chapters?.url).toMatch(/chapters\.json$/)
  expect(items[0]?.psc).toBeUndefined()
})

it('a feed is made once for all who ask within a moment, and for a network only so often in a minute', async () => {
  const { onQuery, count } = createStatementCounter()
  const shared = await createTestApp({ TRUST_PROXY: 'true' }, { freshMs: 60_000, onQuery })
  const owner = await shared.signedIn()
  const { videoId } = await addVideo(shared, { ownerId: owner.person.id })
  const feed = `/feeds/channels/${owner.person.username}.xml`
  const ask = (path: string, ip: string) =>
    shared.visitor().fetch(path, { headers: { 'x-forwarded-for': ip } })
  const text = async (path: string, ip: string) => (await ask(path, ip)).text()
  const first = await text(feed, '192.0.2.1')
  expect(first).toContain(videoId)
  await text(feed, '192.0.2.1')
  expect(await count(async () => expect(await text(`${feed}?other=1`, '192.0.2.2')).toBe(first))).toBe(0)
  await owner.call(api.videos.remove, { params: { id: videoId } })
  expect(await text(feed, '192.0.2.2')).not.toContain(videoId)

  const statuses: number[] = []
  for (let i = 0; i < 121; i++)
    statuses.push((await ask(`/feeds/channels/nobody${i}.xml`, '192.0.2.3')).status)
  expect([statuses.lastIndexOf(404), statuses.at(-1)]).toEqual([119, 429])
  const refused = await ask(`/feeds/channels/nobody.xml`, '192.0.2.3')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  // What is shared costs nothing, and other networks are not affected.
  expect((await ask(feed, '192.0.2.3')).status).toBe(200)
  expect((await ask('/feeds/tweets.atom', '192.0.2.4')).status).toBe(200)
  await shared.close()
})

describe('the feeds of tweets', () => {
  it('have the latest tweets with their pictures, of a channel or of everyone', async () => {
    const robin = await app.signedIn('robin', 'Robin Tweeter')
    const form = tweetForm({ content: `${attack}\nline two`, alt1: attack }, [await smallPicture()])
    const { data } = await robin.call(api.tweets.create, { form })
    const other = await addTweet(app)
    const feed = await readAtom('/feeds/channels/robin/tweets.atom')
    const site = 'https://vireo.example'
    expect(feed).toMatchObject({
      id: `${site}/feeds/channels/robin/tweets.atom`,
      title: { value: 'Tweets by Robin Tweeter' },
      links: [{ rel: 'self' }, { rel: 'alternate', href: `${site}/profile/robin/tweets` }],
    })
    expect(feed.entries).toHaveLength(1)
    const [entry] = feed.entries ?? []
    expect(entry).toMatchObject({
      id: `urn:uuid:${data.tweet._id}`,
      updated: data.tweet.updatedAt,
      authors: [{ name: 'Robin Tweeter', uri: `${site}/profile/robin` }],
      links: [{ rel: 'alternate', href: `${site}/tweet/${data.tweet._id}` }],
    })
    expect(entry?.content?.value).toContain(`<img src="${site}/media/tweets/`)
    expect(entry?.content?.value).not.toContain('<script')
    const all = await readAtom('/feeds/tweets.atom')
    expect(all.entries?.map(({ id }) => id).slice(0, 2)).toEqual(
      [other.tweetId, data.tweet._id].map((id) => `urn:uuid:${id}`),
    )
  })

  it('leave out deleted tweets, and exist for a channel without tweets', async () => {
    const sam = await app.signedIn('silent')
    expect((await readAtom('/feeds/channels/silent/tweets.atom')).entries ?? []).toEqual([])
    const tweet = await postTweet(sam, 'Soon gone')
    await sam.call(api.tweets.remove, { params: { id: tweet._id } })
    expect((await readAtom('/feeds/channels/silent/tweets.atom')).entries ?? []).toEqual([])
    expect(await read('/feeds/tweets.atom')).not.toContain('Soon gone')
  })
})

it('addresses in feeds begin with the host of the request if there is no PUBLIC_URL, and no cache keeps them', async () => {
  const local = await createTestApp()
  const { username } = await local.createPerson()
  const paths = [`/feeds/channels/${username}.xml`, '/feeds/tweets.atom', '/sitemap.xml', '/robots.txt']
  for (const path of paths) {
    const response = await local.visitor().fetch(path)
    expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-cache'])
    if (path === paths[0])
      expect(parseRssFeed(await response.text()).link).toBe(`${local.origin}/profile/${username}`)
  }
  await local.close()
})
