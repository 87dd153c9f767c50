import { api } from '@vireo/contract'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { checkXml } from '../../../../test/xml.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://vireo.example' })
})
afterAll(() => app.close())

const get = (path: string) => app.visitor().fetch(path)
const year = new Date().getUTCFullYear()

/** The texts of all elements of that name, as a parser reads them. */
function textsOf(xml: string, name: string): string[] {
  checkXml(xml)
  const texts: string[] = []
  let current: string | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', (tag) => {
    current = tag.name === name ? '' : undefined
  })
  parser.on('text', (text) => {
    if (current !== undefined) current += text
  })
  parser.on('closetag', (tag) => {
    if (tag.name === name) texts.push(current ?? '')
    current = undefined
  })
  parser.write(xml).close()
  return texts
}

async function read(path: string): Promise<string> {
  const response = await get(path)
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  return response.text()
}

const site = 'https://vireo.example'
const attack = `]]></loc><script>&amp; "quoted" 'x'\u0001\ufffe<!--`

it('the sitemap leads from its index to every public video and channel, and to nothing else', async () => {
  const owner = await app.signedIn('mapped')
  const { videoId, folder } = await addVideo(app, {
    ownerId: owner.person.id,
    title: attack,
    description: attack.repeat(50),
    duration: 99_999,
  })
  await app.context.sql`update videos set thumbnail_folder = 'poster' where id = ${videoId}`
  await app.context.sql`update users set fullname = ${attack}, videos_count = 1 where id = ${owner.person.id}`
  const plain = await addVideo(app, { ownerId: owner.person.id })
  const tweeter = await addTweet(app)
  await app.createPerson('quiet')
  for (const visibility of ['private', 'unlisted'] as const)
    await addVideo(app, { ownerId: owner.person.id, visibility })
  const suspended = await addVideo(app)
  await app.context
    .sql`update users set suspended_at = now(), videos_count = 1 where id = ${suspended.ownerId}`

  const index = textsOf(await read('/sitemap.xml'), 'loc')
  expect(index).toEqual([`${site}/sitemaps/videos-${year}.xml`, `${site}/sitemaps/channels-${year}.xml`])

  const xml = await read(`/sitemaps/videos-${year}.xml`)
  expect(textsOf(xml, 'loc').sort()).toEqual(
    [videoId, plain.videoId].sort().map((id) => `${site}/watch/${id}`),
  )
  const shown = attack.replace('\u0001', '').replace('\ufffe', '')
  const details = Object.fromEntries(
    ['thumbnail_loc', 'title', 'content_loc', 'player_loc', 'duration', 'uploader'].map((name) => [
      name,
      textsOf(xml, `video:${name}`),
    ]),
  )
  // The other video has no thumbnail, without which no details may be given.
  expect(details).toEqual({
    thumbnail_loc: [`${site}/media/${folder}/poster/1280.jpeg`],
    title: [shown],
    content_loc: [`${site}/feeds/videos/${videoId}.mp4`],
    player_loc: [`${site}/embed/${videoId}`],
    duration: ['28800'],
    uploader: [shown],
  })

  const [{ username = '' } = {}] = await app.context.sql<{ username: string }[]>`
    select username from users where id = ${tweeter.ownerId}`
  const channels = textsOf(await read(`/sitemaps/channels-${year}.xml`), 'loc')
  expect(channels).toEqual([`${site}/profile/mapped`, `${site}/profile/${username}`])

  await owner.call(api.videos.remove, { params: { id: plain.videoId } })
  expect(await read(`/sitemaps/videos-${year}.xml`)).not.toContain(plain.videoId)
})

it('years with many videos are divided into months, days and hours, whose entries are complete', async () => {
  const { id } = await app.createPerson()
  await app.context.sql`alter table videos disable trigger user`
  const add = (count: number, from: string, step: string) => app.context.sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, created_at, updated_at)
    select gen_random_uuid(), ${id}, 'Many', 'ready', true, ${from} || i, i, ${from} || i,
      ${from}::timestamptz + i * ${step}::interval, now()
    from generate_series(1, ${count}::int) i`
  await add(1200, '2019-06-01T00:00Z', '1 hour')
  await add(3000, '2020-01-31T00:00Z', '1 second')
  await add(5100, '2020-02-29T00:00Z', '3 seconds')
  app.clock.advance(3600)
  const index = textsOf(await read('/sitemap.xml'), 'loc').map((loc) => loc.slice(`${site}/sitemaps/`.length))
  const old = ['2019', '202001', ...['00', '01', '02', '03', '04'].map((hour) => `20200229${hour}`)]
  expect(index.filter((name) => name.startsWith('videos-20') && !name.includes(String(year)))).toEqual(
    old.map((part) => `videos-${part}.xml`),
  )
  const entries = await Promise.all(
    old.map(async (part) => textsOf(await read(`/sitemaps/videos-${part}.xml`), 'loc')),
  )
  expect(new Set(entries.flat()).size).toBe(9300)
  // An address that a search engine found earlier stays valid.
  expect(textsOf(await read('/sitemaps/videos-2020.xml'), 'loc')).toHaveLength(8100)
})

it.each([
  'channels-1960.xml',
  'videos-1999.xml',
  'videos-9999.xml',
  'videos-202613.xml',
  'tweets-2026.xml',
  'videos-.xml',
  'videos-2026',
  'x',
])('there is no part %s', async (name) => {
  expect((await get(`/sitemaps/${name}`)).status).toBe(404)
})

it('robots.txt names the sitemap and leaves out personal pages', async () => {
  const response = await get('/robots.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^User-agent: \*\nDisallow: /)
  expect(text).toContain('\nDisallow: /settings\n')
  expect(text).not.toMatch(/Disallow: \/(api|watch\/|media|$)/m)
  expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`)
})
