import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '../server/src/db/sql.ts'

// A site of very many videos whose words are used as words are: the n-th most common one 1/n times as often.
export const vocabulary = Array.from({ length: 200_000 }, (_, n) => wordOf(n))
const channels = 10_000
const words = { title: 6, description: 24 } as const

/** Syllables, so that words begin alike and resemble each other; the common ones are the short ones. */
function wordOf(n: number): string {
  const syllable = (i: number) => `${'bcdfghklmnprst'[Math.floor(i / 5)]}${'aeiou'[i % 5]}`
  let word = ''
  // 11 and 70 have no common divisor: the next word begins differently.
  for (let rest = n * 11 + 70; rest > 0; rest = Math.floor(rest / 70)) word += syllable(rest % 70)
  return n % 4 === 0 ? `${word}n` : word
}

/** Numbers below 1 that are the same in every run. */
export function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const idOf = (kind: number, i: number) => {
  // Spread like random ones, so that indexes are visited everywhere.
  const spread = Math.imul(i + 1, 0x9e3779b1) >>> 0
  return `${spread.toString(16).padStart(8, '0')}-0000-4000-8000-${kind}${i.toString(16).padStart(11, '0')}`
}
const nameOf = (channel: number) => `${vocabulary[channel * 7]} ${vocabulary[channel * 11]}`

const mail = (i: number) => `channel${i}@example.org`

function* channelLines() {
  for (let i = 0; i < channels; i++)
    yield [idOf(1, i), `channel${i}`, `channel${i}`, nameOf(i), mail(i), mail(i), 'now', 'now\n'].join('\t')
}

interface Made {
  channel: number
  title: string[]
  description: string[]
  madeAt: string
  duration: number
  views: number
}

/** Always the same videos, so that they can be told twice: as rows and as documents. */
function* makeVideos(count: number): Generator<Made> {
  const random = createRandom(7)
  const sentence = (length: number) =>
    Array.from({ length }, () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? '')
  const startOfToday = Math.floor(Date.now() / 86_400_000) * 86_400_000
  for (let i = 0; i < count; i++)
    yield {
      channel: Math.floor(channels * random() ** 3),
      title: sentence(words.title),
      description: sentence(words.description),
      madeAt: new Date(startOfToday - Math.floor(random() ** 2 * 1000 * 86_400_000)).toISOString(),
      duration: Math.round(20 + random() ** 4 * 7200),
      views: Math.floor(10 ** (random() ** 3 * 7)),
    }
}

const toRow = (made: Made, i: number) =>
  `${idOf(0, i)}\t${idOf(1, made.channel)}\t${made.title.join(' ')}\t${made.description.join(' ')}\tready\tt\tvideos/${i}\tsources/${i}/source\t${i}\t${made.duration}\t${made.views}\t${made.madeAt}\t${made.madeAt}\n`

function toDocument(made: Made, i: number) {
  const name = [...nameOf(made.channel).split(' '), `channel${made.channel}`]
  const weighed: [string, string[]][] = [
    ['A', made.title],
    ['C', made.description],
    ['B', name],
  ]
  const lexemes = weighed.flatMap(([weight, list]) => list.map((word) => [word, weight]))
  const document = lexemes.map(([word, weight], place) => `${word}:${place + 1}${weight}`).join(' ')
  return `${idOf(0, i)}\t${made.madeAt}\t${made.duration}\t${document}\n`
}

/** In larger pieces: one row at a time would take longer to hand over than to make. */
function* linesOf(count: number, toLine: (made: Made, i: number) => string) {
  let lines = ''
  let i = 0
  for (const made of makeVideos(count)) {
    lines += toLine(made, i++)
    if (lines.length < 100_000) continue
    yield lines
    lines = ''
  }
  yield lines
}

/** Rows as the triggers would have made them, which would take an hour. */
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
    await copy(linesOf(videos, toDocument), 'search_documents (video_id, created_at, duration, document)')
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
