import { api, type QueryOf, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { addStemsJob } from './search.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
// Searches of an address are limited per minute.
beforeEach(() => app.clock.advance(61))
afterAll(() => app.close())

const search = async (query: string, more: Omit<QueryOf<typeof api.videos.list>, 'query'> = {}) =>
  (await app.visitor().call(api.videos.list, { query: { query, ...more } })).data
const titles = async (...input: Parameters<typeof search>) =>
  (await search(...input)).docs.map((video) => video.title)

it('a search or a list with captions=true has only videos with captions', async () => {
  const { id: ownerId } = await app.createPerson()
  const add = async (title: string, captions: string | null, files = '[]') => {
    const { videoId } = await addVideo(app, { ownerId, title, description: 'subtitled bittern' })
    await app.context.sql`
      update videos set captions = ${captions}::text::jsonb, caption_files = ${files}::text::jsonb where id = ${videoId}`
    return videoId
  }
  await add('None', '[]')
  await add('Source', '[{"file":"captions-1.vtt","language":"en","label":"English"}]')
  const file = await add('File', null, '[{"folder":"captions-a","language":"en","name":""}]')
  expect((await titles('subtitled bittern')).sort()).toEqual(['File', 'None', 'Source'])
  const withCaptions = { captions: 'true' } as const
  expect((await titles('subtitled bittern', withCaptions)).sort()).toEqual(['File', 'Source'])
  expect(await titles('subtitled unknownword', withCaptions)).toHaveLength(2)
  expect(await titles('bittern captions')).toHaveLength(3)
  const list = (query: object) =>
    app.visitor().call(api.videos.list, { query: { userId: ownerId, ...query } })
  expect((await list({})).data.docs).toHaveLength(3)
  expect((await list(withCaptions)).data.docs.map(({ title }) => title)).toEqual(['File', 'Source'])
  // The document stays marked when the channel is renamed; removing the captions unmarks it.
  await app.context.sql`update users set fullname = 'Great Bittern' where id = ${ownerId}`
  await app.context.sql`update videos set caption_files = '[]' where id = ${file}`
  expect(await titles('subtitled bittern', withCaptions)).toEqual(['Source'])
})

describe('the words of a search', () => {
  const library = {
    bridges: 'Rope bridges of Peru',
    café: 'Crème brûlée in a Café',
    street: 'Große Straße',
    sandwich: 'Smørrebrød på dansk',
    istanbul: 'İstanbul Boğazı',
    winter: 'Ёлка зимой',
    film: 'الفِيلْم العربي',
    songs: 'हिन्दी गाने 2024',
    tower: '東京タワーの夜景',
    cats: '可爱的小猫咪',
    seoul: '서울에서 먹은 김밥',
    thai: 'ผัดไทยทำง่าย',
    greek: 'Ο δρόμος',
    code: 'Learn C++ (live)',
    rock: "Don't stop rock'n'roll",
    party: 'Party🎉 time',
    guitar: 'Guitar lesson for beginners',
    piano: 'Piano lesson for children',
    sourdough: 'Sourdough bread',
    market: 'At the market #streetfood #night_owl',
  }
  beforeAll(async () => {
    const { id: ownerId } = await app.createPerson('kitchen_tales', 'Márta Kovács')
    for (const title of Object.values(library)) await addVideo(app, { ownerId, title })
    await addVideo(app, { title: 'Untold', description: 'About volcanoes, at length' })
  })

  it.each([
    ['bridges peru', 'bridges'],
    ['PERU', 'bridges'],
    ['peru bridges rope', 'bridges'],
    ['bridg', 'bridges'],
    ['creme brulee', 'café'],
    ['cafe', 'café'],
    ['CAFÉ', 'café'],
    ['cafe\u0301', 'café'],
    ['strasse', 'street'],
    ['STRASSE', 'street'],
    ['große', 'street'],
    ['grosse', 'street'],
    ['smorrebrod', 'sandwich'],
    ['smørrebrød', 'sandwich'],
    ['istanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['İSTANBUL bogazi', 'istanbul'],
    ['елка', 'winter'],
    ['ЁЛК', 'winter'],
    ['الفيلم', 'film'],
    ['हिन्दी', 'songs'],
    ['गाने', 'songs'],
    ['東京', 'tower'],
    ['タワー', 'tower'],
    ['夜', 'tower'],
    ['景', 'tower'],
    ['小猫', 'cats'],
    ['猫', 'cats'],
    ['서울', 'seoul'],
    ['먹은 김밥', 'seoul'],
    ['ไทย', 'thai'],
    ['ΔΡΟΜΟΣ', 'greek'],
    ['c++ learn', 'code'],
    ['(live', 'code'],
    ['dont stop', 'rock'],
    ['don’t stop', 'rock'],
    ['rocknroll', 'rock'],
    ['🎉', 'party'],
    ['"rope bridges"', 'bridges'],
    ['“Rope Bridges” peru', 'bridges'],
    ['lesson -piano', 'guitar'],
    ['lesson -"piano lesson"', 'guitar'],
    ['"lesson for" child', 'piano'],
    ['#streetfood', 'market'],
    ['streetfood', 'market'],
    ['#night_owl', 'market'],
    ['night owl', 'market'],
    ['#bridges', 'bridges'],
  ] as const)('%s finds exactly the matching video', async (query, expected) => {
    const { docs, related, totalDocs, isTotalCapped } = await search(query)
    expect(docs.map((video) => video.title)).toEqual([library[expected]])
    expect({ related, totalDocs, isTotalCapped }).toEqual({
      related: undefined,
      totalDocs: 1,
      isTotalCapped: false,
    })
  })

  it.each([
    ['brigdes', 'bridges'],
    ['rpoe', 'bridges'],
    ['preu bridges', 'bridges'],
    ['bridgges peru', 'bridges'],
    ['guittar', 'guitar'],
    ['giutar lesson', 'guitar'],
    ['souredough', 'sourdough'],
    ['sourdouhg bred', 'sourdough'],
    ['begginers', 'guitar'],
    ['guitar zzyzx', 'guitar'],
    ['"bridges rope" xylophone peru', 'bridges'],
  ] as const)('%s finds a related video, marked as related', async (query, expected) => {
    const { docs, related } = await search(query)
    expect(docs.map((video) => video.title)).toEqual([library[expected]])
    expect(related).toBe(true)
  })

  it.each([
    ['brigdes', 'bridges'],
    ['preu "rope bridges"', 'peru "rope bridges"'],
    ['giutar lesson -piano', 'guitar lesson -piano'],
    ['SOURDOUHG bred', 'sourdough bread'],
    ['xylophone brigdes', undefined],
    ['guitar zzyzx', undefined],
  ])(
    'of %s that are misspelled are corrected to %s, unless they are insisted on',
    async (query, corrected) => {
      const found = await search(query)
      expect([found.corrected, found.related]).toEqual([corrected, true])
      if (corrected) {
        const { docs, related } = await search(corrected)
        expect([docs, related]).toEqual([found.docs, undefined])
      }
      const exact = await search(query, { exact: 'true' })
      expect(exact.corrected).toBeUndefined()
      expect(exact.docs.length).toBeLessThanOrEqual(found.docs.length)
      expect((await search('brigdes', { exact: 'true' })).docs).toEqual([])
    },
  )

  it('are corrected to the word that most videos have, of those with as few mistakes', async () => {
    const { id: ownerId } = await app.createPerson()
    for (const word of ['wagtails', 'wigtails', 'wigtails']) await addVideo(app, { ownerId, title: word })
    expect((await search('wxgtails')).corrected).toBe('wigtails')
  })

  it.each(['lesson zzyzx', 'lesosn for'])('%s finds related videos across pages', async (query) => {
    const first = await search(query, { limit: 1 })
    const second = await search(query, { limit: 1, cursor: first.nextCursor ?? '' })
    const found = [...first.docs, ...second.docs].map((video) => video.title)
    expect(found.sort()).toEqual([library.guitar, library.piano])
    expect([second.related, second.nextCursor]).toEqual([true, null])
  })

  it.each([
    '',
    ' ',
    '*',
    '%',
    '_',
    "'",
    "''",
    '"',
    '"" ""',
    '\\',
    '\\\\',
    ':*',
    "':*",
    '&|!()<->',
    '((((',
    '-',
    '--',
    '-lesson',
    '-"rope bridges" -peru',
    "'; drop table videos --",
    'zzyzx',
    '…',
    '\u0001\u0002',
    '\u200d',
    '\ud83d',
  ])('%j is handled safely', async (query) => {
    const answer = await app.visitor().call(api.videos.list, { query: { query } })
    expect(answer.status).toBe(200)
    if (query.trim()) expect(answer.data).toMatchObject({ docs: [], totalDocs: 0, users: [] })
  })

  it.each([
    ['letters', 'x', 10_000],
    ['words', 'ab ', 5000],
    ['quotes', '"', 5000],
    ['operators', '-(', 2000],
    ['joined emoji', '🏳️‍🌈', 300],
    ['pairs of letters', '東', 1500],
  ])('10 kB of %s are handled safely', async (_what, part, times) => {
    const { status, data } = await app
      .visitor()
      .call(api.videos.list, { query: { query: part.repeat(times) } })
    expect({ status, docs: data.docs }).toEqual({ status: 200, docs: [] })
  })

  it('a NUL is refused before the database is queried', async () => {
    for (const path of ['/api/v1/video?query=a%00b', '/api/v1/search/suggestions?q=a%00b'])
      expect((await app.visitor().fetch(path)).status).toBe(400)
  })

  it('are searched in descriptions and channel names too', async () => {
    expect(await titles('volcano')).toEqual(['Untold'])
    expect(await titles('marta kovacs sourdough')).toEqual([library.sourdough])
    expect((await search('kovács', { limit: 100 })).docs).toHaveLength(Object.keys(library).length)
  })

  it('find matching channels, even if misspelt', async () => {
    const { users } = await search('marta')
    expect(users).toEqual([
      { _id: expect.any(String), username: 'kitchen_tales', fullname: 'Márta Kovács', avatar: null },
    ])
    expect((await search('kitchn')).users).toEqual(users)
    expect((await search('Kovcs')).users).toEqual(users)
    expect((await search('sourdough')).users).toEqual([])
  })
})

describe('forms of a word', () => {
  const library = {
    english: 'How to breathe with your belly',
    german: 'Wie man Blumen gießt und schneidet',
    french: 'Les élèves et les chansons de la mer',
    spanish: 'Las canciones de los pescadores',
    russian: 'Новый велосипед',
    greek: 'Τραγούδια της θάλασσας',
    unknown: 'Juggling torches',
    short: 'No excuses',
    city: 'Paris skyline',
  }
  beforeAll(async () => {
    const { id: ownerId } = await app.createPerson()
    for (const title of Object.values(library)) await addVideo(app, { ownerId, title })
  })

  it.each([
    ['breathing', 'english'],
    ['BREATHES', 'english'],
    ['breathing bellies', 'english'],
    ['blume', 'german'],
    ['élève', 'french'],
    ['chanson', 'french'],
    ['canción', 'spanish'],
    ['новая', 'russian'],
    ['велосипеды', 'russian'],
    ['τραγούδι', 'greek'],
    ['juggle torch', 'unknown'],
    ['juggles -flower', 'unknown'],
    ['excuse', 'short'],
  ] as const)('%s finds the video in its language', async (query, expected) => {
    const { docs, related } = await search(query)
    expect(docs.map((video) => video.title)).toEqual([library[expected]])
    expect(related).toBeUndefined()
  })

  // In Spanish, 'pare' and 'Paris' have the same stem. 'en' and 'ru' are codes of languages.
  it.each(['"breathing"', '"blume"', 'breather', 'belles', 'pare', 'en', 'ru'])(
    '%s finds nothing',
    async (query) => {
      const { docs, related } = await search(query)
      expect(related === true || docs.length === 0).toBe(true)
    },
  )

  it('an unwanted word excludes only videos with exactly that word', async () => {
    expect(await titles('breathing -breathing')).toEqual([library.english])
    expect(await titles('breathing -breathe')).toEqual([])
  })

  it('are found in tweets, and still found when the channel has a new name', async () => {
    const owner = await app.signedIn('dipper', 'Dora Dipper')
    await addVideo(app, { ownerId: owner.person.id, title: 'Diving for the pearls' })
    await addTweet(app, { ownerId: owner.person.id, content: 'We were diving at the pier' })
    await owner.call(api.accounts.updateAccount, { body: { fullname: 'Dora Duck' } })
    expect(await titles('dives pearl duck')).toEqual(['Diving for the pearls'])
    const { data } = await app.visitor().call(api.tweets.list, { query: { query: 'dived' } })
    expect(data.docs.map((tweet) => tweet.content)).toEqual(['We were diving at the pier'])
  })

  it('are added by a job when their language comes into use after a text that does not show its language', async () => {
    const { sql } = app.context
    const isFound = async () => {
      const { docs, related } = await search('kitaplar')
      return docs.length === 1 && !related
    }
    await addVideo(app, { title: 'Kitap okumak' })
    expect(await isFound()).toBe(false)
    await addVideo(app, { title: 'Bir deniz ve bir ada' })
    await enqueue(sql, addStemsJob, {})
    await app.runJobs()
    expect(await isFound()).toBe(true)
  })

  it('are added by a job to documents that were indexed before', async () => {
    const { sql } = app.context
    const { videoId } = await addVideo(app, { title: 'Grafting the pear trees' })
    await sql`
      update search_documents set stem_count = 0, document = search_vector('Grafting the pear trees', 'A')
      where video_id = ${videoId}`
    expect(await titles('grafted')).toEqual([])
    await enqueue(sql, addStemsJob, {})
    await app.runJobs()
    expect(await sql`select from search_documents where stem_count = 0`).toHaveLength(0)
    expect(await titles('grafted')).toEqual(['Grafting the pear trees'])
  })
})

describe('a video', () => {
  it('is found under its new words as soon as it or its channel changes, and no longer under the old ones', async () => {
    const owner = await app.signedIn('wren', 'Wanda Oldname')
    const { videoId } = await addVideo(app, {
      ownerId: owner.person.id,
      title: 'Kingfisher',
      description: 'river',
    })
    const form = new FormData()
    form.append('title', 'Nightjar')
    await owner.call(api.videos.update, { params: { id: videoId }, form })
    await owner.call(api.accounts.updateAccount, { body: { fullname: 'Wanda Newname' } })
    expect(await titles('nightjar newname river')).toEqual(['Nightjar'])
    expect(await titles('kingfisher')).toEqual([])
    // Each word alone finds related videos, so the old name has to be searched for separately.
    expect(await titles('oldname')).toEqual([])
    expect((await search('newname')).users).toHaveLength(1)
    await owner.call(api.videos.remove, { params: { id: videoId } })
    expect(await titles('nightjar')).toEqual([])
  })

  it('that is hidden, private or unfinished is never found, related or suggested', async () => {
    const owner = await app.signedIn()
    const ownerId = owner.person.id
    await addVideo(app, { ownerId, title: 'Secretive ptarmigan', visibility: 'private' })
    await addVideo(app, { ownerId, title: 'Unlisted ptarmigan', visibility: 'unlisted' })
    await addVideo(app, { ownerId, title: 'Unfinished ptarmigan', isPlayable: false })
    const { videoId } = await addVideo(app, { ownerId, title: 'Formerly ptarmigan' })
    const form = new FormData()
    form.append('visibility', 'private')
    await owner.call(api.videos.update, { params: { id: videoId }, form })
    for (const query of ['ptarmigan', 'ptarmigen', 'ptarm'])
      for (const client of [app.visitor(), owner])
        for (const userId of [undefined, ownerId]) {
          const { data } = await client.call(api.videos.list, { query: { query, ...(userId && { userId }) } })
          expect(data.docs).toEqual([])
        }
    const { data } = await owner.call(api.search.suggest, { query: { q: 'ptarm' } })
    expect(data.titles).toEqual([])
  })
})

it('a video that is published while its channel is renamed is found under the new name', async () => {
  const { sql } = app.context
  const { id: ownerId } = await app.createPerson('siskin', 'Sina Before')
  const { videoId } = await addVideo(app, { ownerId, title: 'Crossbill', isPlayable: false })
  let isDone = false
  let publishing: Promise<unknown> | undefined
  await sql.begin(async (tx) => {
    await tx`update users set fullname = 'Sina Afterwards' where id = ${ownerId}`
    publishing = sql`update videos set is_playable = true where id = ${videoId}`.then(() => {
      isDone = true
    })
    await vi.waitFor(async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'update videos set is_playable%'`
      expect(isDone || waiting.length > 0).toBe(true)
    }, patiently)
  })
  await publishing
  expect(await titles('crossbill afterwards')).toEqual(['Crossbill'])
  expect(await titles('before')).toEqual([])
})

describe('a search', () => {
  const paths = ['/api/v1/video?query=word', '/api/v1/tweet?query=word']

  it('that takes too long is cancelled with a message', async () => {
    await app.context.sql.begin(async (tx) => {
      await tx`lock table search_documents, search_tweets`
      const answers = await Promise.all(paths.map((path) => app.visitor().fetch(path)))
      for (const answer of answers) {
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({
          message: 'The search took too long. Try again, or use other words',
        })
      }
    })
  })

  it('is rate-limited per address, while lists without words are not', async () => {
    const key = 'search:127.0.0.1'
    await search('word')
    await app.context.sql`update rate_limits set count = 1000 where key = ${key}`
    for (const path of paths) {
      const answer = await app.visitor().fetch(path)
      expect(answer.status).toBe(429)
      expect(await answer.json()).toMatchObject({ message: tooManyRequestsMessage })
      expect((await app.visitor().fetch(path.replace('?query=word', ''))).status).toBe(200)
    }
  })
})

describe('the order', () => {
  it.each([
    ['views', {}, ['B', 'C', 'A']],
    ['views asc', { sortType: 'asc' }, ['A', 'C', 'B']],
    ['createdAt', { sortBy: 'createdAt' }, ['C', 'B', 'A']],
    ['duration', { sortBy: 'duration' }, ['C', 'A', 'B']],
    ['title asc', { sortBy: 'title', sortType: 'asc' }, ['A', 'B', 'C']],
  ] as const)('is by %s if requested, across pages', async (name, order, expected) => {
    const word = `sorted${name.replace(' ', '')}`
    const { id: ownerId } = await app.createPerson()
    await addVideo(app, { ownerId, title: `A ${word}`, views: 1, duration: 20 })
    await addVideo(app, { ownerId, title: `B ${word}`, views: 30, duration: 10 })
    await addVideo(app, { ownerId, title: `C ${word}`, views: 20, duration: 30.5 })
    const first = await search(word, { ...order, limit: 2 })
    const second = await search(word, { ...order, limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.docs, ...second.docs].map((video) => video.title[0])).toEqual(expected)
    expect([second.nextCursor, second.users, second.totalDocs]).toEqual([null, undefined, undefined])
  })
})

describe('videos whose title is the search', () => {
  const found = async (query: string, limit: number, more: Parameters<typeof search>[1] = {}) => {
    const pages = [await search(query, { limit, ...more })]
    for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor)
      pages.push(await search(query, { limit, ...more, cursor: next }))
    return { ids: pages.flatMap(({ docs }) => docs.map(({ _id }) => _id)), total: pages[0]?.totalDocs }
  }

  it('come first in the order by views, on pages of any size, and in no other order', async () => {
    const { id: ownerId } = await app.createPerson()
    const add = async (title: string, views: number) =>
      (await addVideo(app, { ownerId, title, views })).videoId
    const others = [
      await add('Dipper song again', 90),
      await add('A dipper song', 80),
      await add('Song dipper', 3),
    ]
    const titles = [await add('Dipper, SONG!', 7), await add('dipper song', 7), await add('Dípper song', 2)]
    titles.splice(0, 2, ...titles.slice(0, 2).sort().reverse())
    const all = [...titles, ...others]
    for (const limit of [1, 2, 3, 4, 6, 100])
      for (const query of ['dipper song', '"dipper" Song', 'dipper song -owl'])
        expect(await found(query, limit), `${query} ${limit}`).toEqual({ ids: all, total: 6 })
    expect((await found('dipper song', 2, { sortType: 'asc' })).ids[0]).toBe(titles[2])
    expect((await found('dipper song', 2, { sortBy: 'createdAt' })).ids[0]).toBe(
      (await search('dipper song', { sortBy: 'createdAt', limit: 1 })).docs[0]?._id,
    )
    expect((await found('song dipper', 2)).ids[0]).toBe(others[2])
    expect((await found('song dipper', 2, { userId: ownerId })).ids[0]).toBe(others[2])
  })

  it('come first once a job has marked videos that were indexed before', async () => {
    const { sql } = app.context
    const { id: ownerId } = await app.createPerson()
    await addVideo(app, { ownerId, title: 'Ouzel and its young', views: 9 })
    const { videoId } = await addVideo(app, { ownerId, title: 'Ouzel' })
    await sql`
      update search_documents set has_title_mark = false, document = search_vector('Ouzel', 'A')
      where video_id = ${videoId}`
    expect((await found('ouzel', 10)).ids[1]).toBe(videoId)
    await enqueue(sql, addStemsJob, {})
    await app.runJobs()
    expect((await found('ouzel', 10)).ids[0]).toBe(videoId)
    await sql`update users set fullname = 'New Name' where id = ${ownerId}`
    expect((await found('ouzel', 10)).ids[0]).toBe(videoId)
  })
})

it('by relevance, the title comes before words in titles, channels and descriptions, and more views break ties', async () => {
  const [{ id: ownerId }, named] = [
    await app.createPerson(),
    await app.createPerson('phalarope', 'Phalarope'),
  ]
  const add = (title: string, more: object) => addVideo(app, { ownerId, title, ...more })
  await add('Waders', { description: 'A phalarope, too', views: 5000 })
  await addVideo(app, { ownerId: named.id, title: 'Another one', views: 4000 })
  await add('The phalarope in spring', { views: 10 })
  await add('The phalarope in autumn', { views: 900 })
  await add('Phalarope', {})
  const expected = [
    'Phalarope',
    'The phalarope in autumn',
    'The phalarope in spring',
    'Another one',
    'Waders',
  ]
  const relevance = { sortBy: 'relevance', limit: 2 } as const
  const titlesFound: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { docs, nextCursor } = await search('phalarope', { ...relevance, ...(cursor && { cursor }) })
    titlesFound.push(...docs.map((video) => video.title))
    cursor = nextCursor
  }
  expect(titlesFound).toEqual(expected)
  const { corrected, docs } = await search('phallarope', relevance)
  expect([corrected, docs[0]?.title]).toEqual(['phalarope', 'Phalarope'])
  const list = await app.visitor().call(api.videos.list, { query: { sortBy: 'relevance', userId: named.id } })
  expect(list.data.docs).toHaveLength(1)
})

describe('filters', () => {
  it('narrow by length', async () => {
    const { id: ownerId } = await app.createPerson()
    for (const duration of [10, 239.9, 240, 1200, 1200.5, 1201, 4000])
      await addVideo(app, { ownerId, title: `measured ${duration}`, duration })
    const lengths = async (length: 'short' | 'medium' | 'long') =>
      (await search('measured', { length })).docs.map((video) => video.duration).sort((a, b) => a - b)
    expect(await lengths('short')).toEqual([10, 239.9])
    expect(await lengths('medium')).toEqual([240, 1200, 1200.5])
    expect(await lengths('long')).toEqual([1201, 4000])
  })

  it('narrow by the time of uploading, including the count and related results', async () => {
    const { sql, clock } = app.context
    const { id: ownerId } = await app.createPerson()
    const ages = { now: 0.5, yesterday: 5, days: 100, weeks: 400, months: 3000, years: 10_000 }
    for (const [name, hours] of Object.entries(ages)) {
      const { videoId } = await addVideo(app, { ownerId, title: `aged ${name}` })
      await sql`update videos set created_at = ${new Date(clock.now().getTime() - hours * 3_600_000)} where id = ${videoId}`
    }
    for (const [i, uploaded] of (['hour', 'today', 'week', 'month', 'year'] as const).entries())
      expect((await search('aged', { uploaded })).totalDocs, uploaded).toBe(i + 1)
    expect((await search('agedd', { uploaded: 'hour' })).docs).toHaveLength(1)
    expect((await app.visitor().fetch('/api/v1/video?query=aged&uploaded=never')).status).toBe(400)
    const list = await app.visitor().call(api.videos.list, { query: { uploaded: 'hour', userId: ownerId } })
    expect(list.data.docs).toHaveLength(1)
  })

  it('narrow to one channel', async () => {
    const [one, other] = [await app.createPerson(), await app.createPerson()]
    await addVideo(app, { ownerId: one.id, title: 'shared wordling' })
    await addVideo(app, { ownerId: other.id, title: 'shared wordling' })
    expect((await search('wordling', { userId: one.id })).docs.map((video) => video.owner._id)).toEqual([
      one.id,
    ])
    expect((await search('wordling')).totalDocs).toBe(2)
  })
})

describe('suggestions', () => {
  const suggest = async (q: string) => (await app.visitor().call(api.search.suggest, { query: { q } })).data

  it('complete the text with titles by views, without duplicates, and with channels', async () => {
    const { id: ownerId } = await app.createPerson('heron_watch', 'Herón Watch')
    await addVideo(app, { ownerId, title: 'Grey herons at dawn', views: 5, description: 'heroic' })
    await addVideo(app, { ownerId, title: 'Herons at dusk', views: 50 })
    await addVideo(app, { ownerId, title: 'Herons at dusk', views: 40 })
    await addVideo(app, { ownerId, title: 'Something else', description: 'herons' })
    const { titles: found, channels } = await suggest('heron')
    expect(found).toEqual(['Herons at dusk', 'Grey herons at dawn'])
    expect(channels.map((channel) => channel.username)).toEqual(['heron_watch'])
    expect((await suggest('grey her')).titles).toEqual(['Grey herons at dawn'])
    expect((await suggest('H')).titles).toContain('Herons at dusk')
  })

  it.each(['', ' ', '*', '"', "'", '-', '\\', '🏳️‍🌈', 'x'.repeat(10_000)])('are empty for %j', async (q) => {
    const { status, data } = await app.visitor().call(api.search.suggest, { query: { q } })
    expect({ status, data }).toEqual({ status: 200, data: { titles: [], channels: [] } })
  })
})
