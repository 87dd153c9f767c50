import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '../../server/src/db/sql.ts'

// A site with many videos whose words have the frequencies of real words (Zipf's law).
export const vocabulary = Array.from({ length: 200_000 }, (_, n) => wordOf(n))
const channels = 10_000
const words = { title: 6, description: 24 } as const

/** Composed of syllables, so that many words are similar or share a prefix; common words are short. */
function wordOf(n: number): string {
  const syllable = (i: number) => `${'bcdfghklmnprst'[Math.floor(i / 5)]}${'aeiou'[i % 5]}`
  let word = ''
  // 11 and 70 are coprime, so consecutive words begin differently.
  for (let rest = n * 11 + 70; rest > 0; rest = Math.floor(rest / 70)) word += syllable(rest % 70)
  return n % 4 === 0 ? `${word}n` : word
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
export function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const idOf = (kind: number, i: number) => {
  // Distributed like random ids, so that all parts of the indexes are used.
  const spread = Math.imul(i + 1, 0x9e3779b1) >>> 0
  return `${spread.toString(16).padStart(8, '0')}-0000-4000-8000-${kind}${i.toString(16).padStart(11, '0')}`
}
const nameOf = (channel: number) => `${vocabulary[channel * 7]} ${vocabulary[channel * 11]}`

const mail = (i: number) => `channel${i}@example.org`

function* channelLines() {
  for (let i = 0; i < channels; i++)
    yield [idOf(1, i), `channel${i}`, `channel${i}`, nameOf(i), mail(i), mail(i), 'now', 'now\n'].join('\t')
}

interface NewVideo {
  channel: number
  title: string[]
  description: string[]
  createdAt: string
  duration: number
  views: number
}

/** Yields the same videos each time, because they are written twice, as rows and as search documents. */
function* makeVideos(count: number): Generator<NewVideo> {
  const random = createRandom(7)
  const sentence = (length: number) =>
    Array.from({ length }, () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? '')
  const startOfToday = Math.floor(Date.now() / 86_400_000) * 86_400_000
  for (let i = 0; i < count; i++)
    yield {
      channel: Math.floor(channels * random() ** 3),
      title: sentence(words.title),
      description: sentence(words.description),
      createdAt: new Date(startOfToday - Math.floor(random() ** 2 * 1000 * 86_400_000)).toISOString(),
      duration: Math.round(20 + random() ** 4 * 7200),
      views: Math.floor(10 ** (random() ** 3 * 7)),
    }
}

const toRow = (video: NewVideo, i: number) =>
  `${idOf(0, i)}\t${idOf(1, video.channel)}\t${video.title.join(' ')}\t${video.description.join(' ')}\tready\tt\tvideos/${i}\tsources/${i}/source\t${i}\t${video.duration}\t${video.views}\t${video.createdAt}\t${video.createdAt}\n`

/** The English stem of each word, as the triggers would add it. */
type Stems = Map<string, string>

async function listStems(db: Sql): Promise<Stems> {
  await db`update search_languages set is_used = true where code = 'en'`
  const rows = await db<{ word: string; stem: string }[]>`
    select word, (search_stems_of(word))[1] as stem from unnest(${vocabulary}::text[]) as list (word)`
  return new Map(rows.map(({ word, stem }) => [word, stem]))
}

function toDocument(video: NewVideo, i: number, stems: Stems) {
  const name = [...nameOf(video.channel).split(' '), `channel${video.channel}`]
  const weighted: [string, string[]][] = [
    ['A', video.title],
    ['C', video.description],
    ['B', name],
  ]
  const lexemes = weighted.flatMap(([weight, list]) => list.map((word) => [word, weight]))
  const words = lexemes.map(([word, weight], position) => `${word}:${position + 1}${weight}`)
  const forms = [...video.title, ...video.description].flatMap((word) => stems.get(word) ?? [])
  const document = [...words, ...forms.map((stem) => `'${stem}':1`)].join(' ')
  return `${idOf(0, i)}\t${video.createdAt}\t${video.duration}\t${document}\n`
}

/** Yields many lines at once, because passing on single rows would take longer than creating them. */
function* linesOf(count: number, toLine: (video: NewVideo, i: number) => string) {
  let lines = ''
  let i = 0
  for (const video of makeVideos(count)) {
    lines += toLine(video, i++)
    if (lines.length < 100_000) continue
    yield lines
    lines = ''
  }
  yield lines
}

/** Writes the same rows as the triggers, because running those would take an hour. */
export async function fillSite(sql: Sql, videos: number): Promise<void> {
  const db = await sql.reserve()
  const copy = async (lines: Iterable<string>, target: string) =>
    pipeline(Readable.from(lines), await db.unsafe(`copy ${target} from stdin`).writable())
  const setTriggers = (state: 'enable' | 'disable') =>
    db.unsafe(`alter table users ${state} trigger user; alter table videos ${state} trigger user`)
  try {
    await db`set statement_timeout = 0`
    await db`set maintenance_work_mem = '512MB'`
    await setTriggers('disable')
    await copy(
      channelLines(),
      'users (id, username, username_key, fullname, email, email_key, created_at, updated_at)',
    )
    await copy(
      linesOf(videos, toRow),
      'videos (id, owner_id, title, description, status, is_playable, folder, source_key, public_id, duration, views, created_at, updated_at)',
    )
    await db`drop index search_documents_words`
    const stems = await listStems(db)
    await copy(
      linesOf(videos, (video, i) => toDocument(video, i, stems)),
      'search_documents (video_id, created_at, duration, document)',
    )
    await db`create index search_documents_words on search_documents using gin (document) with (fastupdate = off)`
    await db`
      insert into search_channels (user_id, document)
      select id, search_vector(fullname || ' ' || username, 'B') from users`
    for (let i = 0; i < vocabulary.length; i += 10_000)
      await db`select search_learn(${vocabulary.slice(i, i + 10_000)})`
    await setTriggers('enable')
    await db`vacuum analyze`
  } finally {
    await db`reset all`
    db.release()
  }
}
