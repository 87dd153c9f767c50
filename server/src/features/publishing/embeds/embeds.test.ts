import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type EmbeddedVideo } from '@vireo/contract'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { newId } from '../../../lib/ids.ts'

const template = `<!doctype html><html><head><title>{{title}} · Vireo</title><link rel="canonical" href="{{watch}}"></head>
<body><a href="{{watch}}">{{title}}</a>{{poster}}{{data}}</body></html>`
const index =
  '<!doctype html><html><head><title>Vireo</title><meta name="description" content="Videos." /></head><body></body></html>'
let webRoot: string
let app: TestApp
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'vireo-web-'))
  await writeFile(join(webRoot, 'index.html'), index)
  await writeFile(join(webRoot, 'preload.json'), '[]')
  await writeFile(join(webRoot, 'embed.html'), template)
  await writeFile(
    join(webRoot, 'embed-unavailable.html'),
    '<!doctype html><h1>Video unavailable</h1><p>{{reason}}</p>',
  )
  app = await createTestApp({}, { webRoot })
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

const attacks = [
  '</title><script>alert(1)</script>',
  '"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  "' onload='alert(1)",
  '</script><script>alert(1)</script><!--<script>',
  '$& $` $1 {{data}} {{watch}}',
  'A\u2028B\u2029C &amp; &lt;b&gt;',
]

function parse(html: string) {
  const { document } = new Window()
  document.write(html)
  return document
}

const dataOf = (html: string): EmbeddedVideo =>
  JSON.parse(parse(html).querySelector('script[type="application/json"]')?.textContent ?? '')

describe('the page of an embedded player', () => {
  it('may be framed by any site, and is the only page that may', async () => {
    const { videoId } = await addVideo(app)
    for (const path of [`/embed/${videoId}`, `/embed/${newId()}`]) {
      const { headers } = await app.visitor().fetch(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain('frame-ancestors *')
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("default-src 'self'")
      expect(headers.get('x-frame-options')).toBe(null)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    for (const path of [
      '/',
      `/watch/${videoId}`,
      '/embed',
      `/embed/${videoId}/x`,
      '/embed.html',
      '/healthz',
    ]) {
      const { headers } = await app.visitor().fetch(path)
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options'), path).toBe('SAMEORIGIN')
    }
  })

  it('contains the video, so that it starts without another call, and a token for its view', async () => {
    const { videoId } = await addVideo(app, { title: 'A walk', visibility: 'unlisted' })
    const response = await app.visitor().fetch(`/embed/${videoId}?start=5`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    const video = dataOf(html)
    expect(video).toMatchObject({ _id: videoId, title: 'A walk', duration: 60, author: 'Test Person' })
    expect(parse(html).querySelector('a')?.getAttribute('href')).toBe(`${app.origin}/watch/${videoId}`)
    app.clock.advance(15)
    const body = { viewToken: video.viewToken }
    const { data } = await app.visitor().call(api.videos.recordView, { params: { id: videoId }, body })
    expect(data).toEqual({ isCounted: true })
  })

  it('is the same for the owner, visitors and other members: a video that not everyone may watch is missing for all of them', async () => {
    const owner = await app.signedIn()
    const ownerId = owner.person.id
    const hidden = [
      await addVideo(app, { ownerId, title: 'Top secret', visibility: 'private' }),
      await addVideo(app, { ownerId, title: 'Top secret', isPlayable: false }),
    ]
    const suspended = await addVideo(app, { title: 'Top secret' })
    await app.context.sql`update users set suspended_at = now() where id = ${suspended.ownerId}`
    const missing = await app.visitor().fetch(`/embed/${newId()}`)
    const missingPage = await missing.text()
    expect(missing.status).toBe(404)
    expect(missingPage).toContain('Video unavailable')
    const ids = [...hidden, suspended].map(({ videoId }) => videoId)
    for (const id of [...ids, 'nonsense', '%00', "' or 1=1"])
      for (const client of [owner, app.visitor()]) {
        const response = await client.fetch(`/embed/${id}`)
        expect([id, response.status, await response.text()]).toEqual([id, 404, missingPage])
      }
  })

  it('is a page with an explanation while the site has an outage', async () => {
    const { videoId } = await addVideo(app)
    await app.context.sql`alter table videos rename to hidden`
    try {
      const response = await app.visitor().fetch(`/embed/${videoId}`)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(await response.text()).toContain('The site is not available right now.')
    } finally {
      await app.context.sql`alter table hidden rename to videos`
    }
  })

  it.each(attacks)('shows the title %j as text', async (title) => {
    const { videoId } = await addVideo(app, { title, description: title })
    const query = new URLSearchParams({ start: title, captions: title })
    const html = await (await app.visitor().fetch(`/embed/${videoId}?${query}`)).text()
    expect(dataOf(html)).toMatchObject({ title, description: title })
    const page = parse(html)
    expect(page.querySelector('a')?.textContent).toBe(title)
    expect(page.querySelectorAll('script, meta, link')).toHaveLength(2)
    expect(html.split('<script')).toHaveLength(2)
  })
})

describe('oEmbed', () => {
  const ask = (query: Record<string, unknown>) => app.visitor().callUnchecked(api.embeds.oembed, { query })
  const callOEmbed = async (query: Record<string, unknown>) => (await ask(query)).envelope as unknown

  it.each(['watch', 'embed'])('describes the video of an address with /%s/', async (kind) => {
    const { videoId, ownerId } = await addVideo(app, { title: 'A walk' })
    await app.context.sql`update videos set thumbnail_folder = 'thumb' where id = ${videoId}`
    const [owner] = await app.context.sql`select username from users where id = ${ownerId}`
    const answer = await ask({ url: `${app.origin}/${kind}/${videoId}?t=3` })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.envelope).toEqual({
      version: '1.0',
      type: 'video',
      provider_name: 'Vireo',
      provider_url: app.origin,
      title: 'A walk',
      author_name: 'Test Person',
      author_url: `${app.origin}/profile/${owner?.username}`,
      cache_age: 3600,
      thumbnail_url: expect.stringMatching(/^http.+\/media\/videos\/.+\/thumb\/1280\.jpeg$/),
      thumbnail_width: 1280,
      thumbnail_height: 720,
      html: `<iframe src="${app.origin}/embed/${videoId}" title="A walk" width="640" height="360" style="border: 0" allow="autoplay; fullscreen; picture-in-picture" loading="lazy" allowfullscreen></iframe>`,
      width: 640,
      height: 360,
    })
  })

  it('fits the player and the picture into the requested size', async () => {
    const { videoId } = await addVideo(app)
    const url = `${app.origin}/watch/${videoId}`
    await app.context.sql`update videos set thumbnail_folder = 'thumb' where id = ${videoId}`
    const wide = await callOEmbed({ url, maxwidth: 320 })
    expect(wide).toMatchObject({ width: 320, height: 180, thumbnail_width: 320, thumbnail_height: 180 })
    expect(await callOEmbed({ url, maxwidth: 700, maxheight: 90 })).toMatchObject({ width: 160, height: 90 })
    expect(await callOEmbed({ url, maxheight: 90 })).not.toHaveProperty('thumbnail_url')
    await app.context.sql`update videos set width = 720, height = 1280 where id = ${videoId}`
    expect(await callOEmbed({ url })).toMatchObject({ width: 360, height: 640 })
  })

  it('supports only videos of this site that everyone may watch, and only JSON', async () => {
    const open = await addVideo(app)
    const secret = await addVideo(app, { title: 'Top secret', visibility: 'private' })
    const url = `${app.origin}/watch/${open.videoId}`
    const { envelope: missing } = await ask({ url: `${app.origin}/watch/${newId()}` })
    for (const other of [
      `${app.origin}/watch/${secret.videoId}`,
      `https://other.example/watch/${open.videoId}`,
      `${app.origin}/tweet/${open.videoId}`,
      `${app.origin}@other.example/watch/${open.videoId}`,
      `javascript://${new URL(app.origin).host}/watch/${open.videoId}`,
      'nonsense',
    ])
      expect([other, (await ask({ url: other })).envelope]).toEqual([other, missing])
    expect(codeOf(await ask({ url: `${app.origin}/watch/${secret.videoId}` }))).toEqual([
      404,
      'video.not-found',
    ])
    expect(codeOf(await ask({ url, format: 'xml' }))).toEqual([501, 'request.unsupported-format'])
    expect(codeOf(await ask({ url, format: 'yaml' }))).toEqual([400, 'request.invalid'])
    expect((await ask({ url: url.replace('http:', 'https:'), format: 'json' })).status).toBe(200)
  })

  it.each(attacks)('shows the title %j as text in the embed code', async (title) => {
    const { videoId } = await addVideo(app, { title })
    const answer = await ask({ url: `${app.origin}/watch/${videoId}` })
    const { html } = answer.envelope as unknown as { html: string }
    const page = parse(html)
    expect(page.querySelectorAll('body *')).toHaveLength(1)
    const frame = page.querySelector('iframe')
    expect(frame?.getAttribute('title')).toBe(title)
    expect(frame?.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([])
  })
})
