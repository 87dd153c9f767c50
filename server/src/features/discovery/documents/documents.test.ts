import { api, urlOf } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { newId } from '../../../lib/ids.ts'
import { createPlaylist } from '../../library/playlists/test-kit.ts'
import { createSite, open } from './test-kit.ts'

let site: Awaited<ReturnType<typeof createSite>>
beforeAll(async () => {
  site = await createSite({ PUBLIC_URL: 'https://vireo.example' })
})
afterAll(() => site.close())

const visit = (path: string) => open(site.visitor(), path)

describe('the document of a page, read without JavaScript', () => {
  it('describes a video to people, other sites and search engines', async () => {
    const { id: ownerId } = await site.createPerson('wren', 'Wren Reed')
    const title = 'A walk in the woods'
    const { videoId } = await addVideo(site, {
      ownerId,
      title,
      description: 'Birds\nand trees.',
      duration: 3723,
    })
    const page = await visit(`/watch/${videoId}?t=30`)
    const address = `https://vireo.example/watch/${videoId}`
    expect([page.status, page.title]).toEqual([200, 'A walk in the woods · Vireo'])
    expect(page.meta('description')).toBe('Birds and trees.')
    expect(page.meta('robots')).toBeUndefined()
    expect([page.link('canonical'), page.meta('og:url')]).toEqual([address, address])
    expect([page.meta('og:title'), page.meta('og:type')]).toEqual([title, 'video.other'])
    const player = `https://vireo.example/embed/${videoId}`
    expect([page.meta('og:video'), page.meta('twitter:player')]).toEqual([player, player])
    expect([page.meta('og:video:width'), page.meta('twitter:player:height')]).toEqual(['1280', '720'])
    expect(page.meta('twitter:card')).toBe('player')
    expect(page.link('alternate', 'application/json+oembed')).toBe(
      `https://vireo.example/api/v1/oembed?url=${encodeURIComponent(address)}&format=json`,
    )
    expect(page.link('alternate', 'application/rss+xml')).toBe(
      'https://vireo.example/feeds/channels/wren.xml',
    )
    expect(page.structured).toMatchObject({
      '@type': 'VideoObject',
      name: title,
      description: 'Birds\nand trees.',
      duration: 'PT1H2M3S',
      embedUrl: player,
      author: { name: 'Wren Reed', url: 'https://vireo.example/profile/wren' },
      interactionStatistic: [
        { interactionType: { '@type': 'WatchAction' }, userInteractionCount: 0 },
        {},
        {},
      ],
    })
    expect(page.structured?.uploadDate).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('describes a profile on each of its tabs, and links its feeds', async () => {
    const person = await site.signedIn('finch', 'Finch Song')
    await person.call(api.accounts.updateAccount, { body: { bio: 'Sings in the morning.' } })
    for (const path of ['/profile/finch', '/profile/finch/tweets', '/profile/FINCH/playlists']) {
      const page = await visit(path)
      expect([page.status, page.title]).toEqual([200, 'Finch Song · Vireo'])
      expect(page.meta('description')).toBe('Sings in the morning.')
      expect(page.link('canonical')).toBe('https://vireo.example/profile/finch')
      expect([page.meta('og:type'), page.meta('profile:username')]).toEqual(['profile', 'finch'])
      // Without its own picture, it has that of the site.
      expect(page.meta('og:image')).toBe('https://vireo.example/icon-512.png')
      expect(page.meta('twitter:card')).toBe('summary')
      expect(page.link('alternate', 'application/rss+xml')).toBe(
        'https://vireo.example/feeds/channels/finch.xml',
      )
      expect(page.link('alternate', 'application/atom+xml')).toBe(
        'https://vireo.example/feeds/channels/finch/tweets.atom',
      )
    }
  })

  it('describes a tweet with its picture', async () => {
    const { id: ownerId } = await site.createPerson('lark', 'Lark Hill')
    const { tweetId } = await addTweet(site, { ownerId, content: 'Good morning' })
    const page = await visit(`/tweet/${tweetId}`)
    expect([page.status, page.title]).toEqual([200, 'Tweet by Lark Hill · Vireo'])
    expect([page.meta('description'), page.meta('og:type')]).toEqual(['Good morning', 'article'])
    expect(page.meta('og:image')).toMatch(/^https:\/\/vireo\.example\/media\/tweets\/.*1920\.webp$/)
    expect(page.meta('twitter:card')).toBe('summary_large_image')
    // A visitor is sent to sign in before they see it in the app.
    expect(page.answers).toEqual({})
  })

  it('describes a playlist, and lets search engines list only public ones', async () => {
    const person = await site.signedIn('siskin', 'Siskin Field')
    for (const [visibility, robots] of [
      ['public', undefined],
      ['unlisted', 'noindex'],
    ] as const) {
      const id = await createPlaylist(person, { name: 'Songs', description: 'All of them.', visibility })
      const page = await visit(`/playlist/${id}`)
      expect([page.status, page.title, page.meta('robots')]).toEqual([200, 'Songs · Vireo', robots])
      expect([page.meta('description'), page.link('canonical')]).toEqual([
        'All of them.',
        `https://vireo.example/playlist/${id}`,
      ])
    }
  })

  it('names the search, and is not listed by search engines', async () => {
    const page = await visit('/search/?q=%20quiet+owl%20&utm_source=x')
    expect([page.status, page.title]).toEqual([200, 'Search results for: quiet owl · Vireo'])
    expect(page.link('canonical')).toBe('https://vireo.example/search?q=quiet+owl')
    expect(page.meta('robots')).toBe('noindex')
  })

  it('describes the home page and the list of tweets, with the feed of all tweets', async () => {
    const home = await visit('/?utm_source=x')
    expect([home.status, home.title, home.meta('robots')]).toEqual([200, 'Vireo', undefined])
    expect([home.link('canonical'), home.meta('og:type')]).toEqual(['https://vireo.example/', 'website'])
    const tweets = await visit('/tweets')
    expect([tweets.title, tweets.link('canonical')]).toEqual([
      'Tweets · Vireo',
      'https://vireo.example/tweets',
    ])
    for (const page of [home, tweets])
      expect(page.link('alternate', 'application/atom+xml')).toBe('https://vireo.example/feeds/tweets.atom')
  })

  it('cuts a long description at the end of a word', async () => {
    const { videoId } = await addVideo(site, { description: 'some words '.repeat(100) })
    const description = (await visit(`/watch/${videoId}`)).meta('description') ?? ''
    expect(description).toMatch(/ (some|words)…$/)
    expect(description.length).toBeLessThanOrEqual(201)
  })

  it('asks search engines to leave out unlisted videos, and pages that are about nothing public', async () => {
    const { videoId } = await addVideo(site, { visibility: 'unlisted' })
    for (const path of [`/watch/${videoId}`, '/settings', '/auth', '/watch-history'])
      expect((await visit(path)).meta('robots')).toBe('noindex')
  })

  it('names the host of the request where the site has no public address', async () => {
    const plain = await createSite()
    try {
      expect((await open(plain.visitor(), '/')).link('canonical')).toBe(`${plain.origin}/`)
    } finally {
      await plain.close()
    }
  })
})

describe('the responses in a document', () => {
  it('are those of the page’s first calls, unchanged', async () => {
    const owner = await site.signedIn()
    const { videoId } = await addVideo(site, { ownerId: owner.person.id, title: 'Nightjar' })
    const { tweetId } = await addTweet(site, { ownerId: owner.person.id, content: 'Nightjar' })
    const playlistId = await createPlaylist(owner, { visibility: 'public', videoId })
    const { id: userId, username } = owner.person
    const most = urlOf(api.videos.list, { query: { sortBy: 'views', sortType: 'desc' } })
    const pages: [path: string, addresses: string[]][] = [
      ['/', [urlOf(api.videos.list, {})]],
      ['/tweets', [urlOf(api.tweets.list, {})]],
      [
        `/profile/${username}`,
        [`/api/v1/user/channel/${username}`, urlOf(api.videos.list, { query: { userId } })],
      ],
      [
        `/profile/${username}/tweets`,
        [`/api/v1/user/channel/${username}`, urlOf(api.tweets.list, { query: { userId } })],
      ],
      [
        `/profile/${username}/playlists`,
        [`/api/v1/user/channel/${username}`, `/api/v1/playlist/channel/${userId}`],
      ],
      [`/playlist/${playlistId}`, [`/api/v1/playlist/${playlistId}`]],
      ['/search?q=nightjar', ['/api/v1/video?query=nightjar&sortBy=views&sortType=desc']],
      ['/search?q=nightjar&type=tweets', ['/api/v1/tweet?query=nightjar']],
      [`/watch/${videoId}`, [`/api/v1/video/id/${videoId}`, most]],
    ]
    for (const [path, addresses] of pages) {
      const { answers } = await visit(path)
      expect([path, Object.keys(answers).sort()]).toEqual([path, addresses.sort()])
      for (const address of addresses) {
        const called = await (await site.visitor().fetch(address)).json()
        // A token and signatures differ from one answer to the next.
        expect(JSON.stringify(answers[address]).replace(/"viewToken":"[^"]*"/, '')).toBe(
          JSON.stringify(called).replace(/"viewToken":"[^"]*"/, ''),
        )
      }
    }
    const own = await open(owner, `/tweet/${tweetId}`)
    expect(Object.keys(own.answers).sort()).toEqual([
      `/api/v1/comment/tweet/all-comments/${tweetId}?sort=newest`,
      '/api/v1/subscription/channel',
      `/api/v1/tweet/id/${tweetId}`,
      '/api/v1/user/current-user',
    ])
    expect(own.answers['/api/v1/user/current-user']?.data).toMatchObject({
      username,
      email: owner.person.email,
    })
  })

  it('contain only data that the person may see', async () => {
    const owner = await site.signedIn()
    const { videoId } = await addVideo(site, { ownerId: owner.person.id, visibility: 'private' })
    const page = await open(owner, `/watch/${videoId}`)
    expect([page.status, page.answers[`/api/v1/video/id/${videoId}`]?.success]).toEqual([200, true])
    // It cannot be embedded, and other sites may not describe it.
    expect([page.meta('og:video'), page.structured, page.meta('robots')]).toEqual([
      undefined,
      undefined,
      'noindex',
    ])
  })

  it('are not counted as views', async () => {
    const { videoId } = await addVideo(site)
    await visit(`/watch/${videoId}`)
    const [row] = await site.context
      .sql`select count(*)::int as count from video_views where video_id = ${videoId}`
    expect(row?.count).toBe(0)
  })
})

describe('a page that does not exist, or that a visitor may not see', () => {
  /** A document without the parts that contain its own address. */
  const readMissing = async (path: string, id: string) => {
    const { status, html } = await visit(path)
    return { status, html: html.replaceAll(id, 'ID') }
  }

  it('has the status 404 and the same document as something that never existed', async () => {
    const owner = await site.signedIn('harrier', 'Harrier Moor')
    const { sql } = site.context
    const ownerId = owner.person.id
    const secret = 'Secret-Nightingale'
    const addOwn = (overrides: object) =>
      addVideo(site, { ownerId, title: secret, description: secret, ...overrides })
    const privateVideo = (await addOwn({ visibility: 'private' })).videoId
    const deleted = (await addOwn({})).videoId
    await owner.call(api.videos.remove, { params: { id: deleted } })
    const processing = (await addOwn({ isPlayable: false })).videoId
    const tweet = (await addTweet(site, { ownerId, content: secret })).tweetId
    await owner.call(api.tweets.remove, { params: { id: tweet } })
    const playlist = await createPlaylist(owner, { name: secret, visibility: 'private' })
    const ofSuspended = await site.signedIn('gone-person', secret)
    const ofSuspendedVideo = (await addVideo(site, { ownerId: ofSuspended.person.id, title: secret })).videoId
    await sql`update users set suspended_at = now() where id = ${ofSuspended.person.id}`
    const cases: [kind: string, id: string][] = [
      ['watch', privateVideo],
      ['watch', deleted],
      ['watch', processing],
      ['watch', ofSuspendedVideo],
      ['tweet', tweet],
      ['playlist', playlist],
      ['playlist', 'watch-later'],
      ['profile', 'gone-person'],
    ]
    for (const [kind, id] of cases) {
      const never = kind === 'profile' ? 'never-person' : newId()
      const found = await readMissing(`/${kind}/${id}`, id)
      expect([kind, found.status, found.html.includes(secret)]).toEqual([kind, 404, false])
      expect(found).toEqual(await readMissing(`/${kind}/${never}`, never))
    }
  })

  it('also has the status 404 for a person whom its author has blocked', async () => {
    const [owner, blocked] = [await site.signedIn(), await site.signedIn()]
    const { tweetId } = await addTweet(site, { ownerId: owner.person.id, content: 'Not for everyone' })
    await owner.call(api.blocks.add, { params: { userId: blocked.person.id } })
    const page = await open(blocked, `/tweet/${tweetId}`)
    expect([page.status, page.html.includes('Not for everyone')]).toEqual([404, false])
    expect((await visit(`/tweet/${tweetId}`)).status).toBe(200)
  })

  it('has the status 404 where there is no page, and for people without the role for a page', async () => {
    const member = await site.signedIn()
    const { html } = await visit('/no/such/page')
    for (const path of ['/moderation', '/moderation/log', '/insights', '/watch', '/profile/a/b']) {
      const page = await visit(path)
      expect([path, page.status, page.html === html]).toEqual([path, 404, true])
    }
    expect((await open(member, '/moderation')).status).toBe(404)
    await site.context.sql`update users set role = 'moderator' where id = ${member.person.id}`
    expect((await open(member, '/moderation')).status).toBe(200)
    expect((await open(member, '/insights')).status).toBe(404)
    expect((await visit('/moderation/administrator')).status).toBe(200)
  })

  it('has the title of the missing page and nothing else', async () => {
    const id = newId()
    const page = await visit(`/watch/${id}`)
    expect([page.title, page.meta('robots'), page.link('canonical'), page.meta('og:title')]).toEqual([
      'Video not found · Vireo',
      'noindex',
      undefined,
      undefined,
    ])
    // The page shows at once that it is missing.
    expect(page.answers[`/api/v1/video/id/${id}`]).toMatchObject({ statuscode: 404, success: false })
  })
})
