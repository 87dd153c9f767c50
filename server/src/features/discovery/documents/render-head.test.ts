import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from '../../../../test/app/raw.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { createPlaylist } from '../../library/playlists/test-kit.ts'
import { createSite, open, type ReadDocument } from './test-kit.ts'

let site: Awaited<ReturnType<typeof createSite>>
beforeAll(async () => {
  site = await createSite({ PUBLIC_URL: 'https://vireo.example' })
})
afterAll(() => site.close())

const lineSeparators = '\u2028\u2029'
const attacks = [
  '</title><meta http-equiv="refresh" content="0;url=//evil.example">',
  '"><script>alert(1)</script>',
  "' onload='alert(1)' x='",
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '--></head><body><h1>hi',
  '&quot;&#34;&lt;b&gt;',
  "$& $' $` $1 $$",
  `a${lineSeparators}b`,
  '\\u003c/script>\\"',
  '<base href="//evil.example">',
]

/** Publishes something with this text and opens its page. */
type MakePage = (text: string) => Promise<ReadDocument>

const makers: Record<string, MakePage> = {
  'a video’s title': async (title) => {
    const { videoId } = await addVideo(site, { title })
    return open(site.visitor(), `/watch/${videoId}`)
  },
  'a video’s description': async (description) => {
    const { videoId } = await addVideo(site, { description })
    return open(site.visitor(), `/watch/${videoId}`)
  },
  'a person’s name': async (fullname) => {
    const { username } = await site.createPerson(undefined, fullname)
    return open(site.visitor(), `/profile/${username}`)
  },
  'a bio': async (bio) => {
    const person = await site.signedIn()
    await person.call(api.accounts.updateAccount, { body: { bio } })
    return open(site.visitor(), `/profile/${person.person.username}`)
  },
  'a tweet': async (content) => {
    const { tweetId } = await addTweet(site, { content })
    return open(await site.signedIn(), `/tweet/${tweetId}`)
  },
  'a playlist’s name': async (name) => {
    const id = await createPlaylist(await site.signedIn(), { name, visibility: 'public' })
    return open(site.visitor(), `/playlist/${id}`)
  },
  'a playlist’s description': async (description) => {
    const id = await createPlaylist(await site.signedIn(), { description, visibility: 'public' })
    return open(site.visitor(), `/playlist/${id}`)
  },
  'a search': (query) => open(site.visitor(), `/search?q=${encodeURIComponent(query)}`),
}

it.each(Object.keys(makers))('%s adds no element to the page, with any content', async (name) => {
  const make = makers[name] as MakePage
  const harmless = await make('Harmless words')
  for (const attack of attacks) {
    const page = await make(attack)
    expect([attack, page.status]).toEqual([attack, 200])
    expect([attack, page.head]).toEqual([attack, harmless.head])
    expect([attack, countTags(page)]).toEqual([attack, countTags(harmless)])
    // Read without an error, because they are still JSON.
    expect(Object.keys(page.answers).length).toBe(Object.keys(harmless.answers).length)
    expect(/[\u2028\u2029]/.test(page.html)).toBe(false)
  }
})

/** Counts everything in the whole document that a parser could take for a tag or a comment. */
const countTags = ({ html }: ReadDocument) => html.match(/<[a-z!/?]/gi)?.length

it('keeps special characters of a title for readers of the head', async () => {
  const title = 'Tom & "Jerry" <b> $& \\u003c'
  const { videoId } = await addVideo(site, { title })
  const page = await open(site.visitor(), `/watch/${videoId}`)
  expect(page.title).toBe(`${title} · Vireo`)
  expect(page.meta('og:title')).toBe(title)
  expect(page.structured?.name).toBe(title)
  expect(page.answers[`/api/v1/video/id/${videoId}`]?.data).toMatchObject({ title })
})

it('does not treat the host of a request as HTML', async () => {
  const plain = await createSite()
  try {
    const host = 'a"><script>alert(1)</script>'
    const { text } = await rawRequest(plain.origin, '/', { headers: { host } })
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('<link rel="canonical" href="http://localhost')
  } finally {
    await plain.close()
  }
})
