import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '../server/src/db/sql.ts'

// A site of many videos whose words are used as words are: the n-th most common one 1/n times as often.
export const vocabulary = Array.from({ length: 200_000 }, (_, n) => wordOf(n))
const owners = 10_000
const wordsInTitle = 6
const wordsInDescription = 24

/** Syllables, so that words begin alike and resemble each other; the common ones are the short ones. */
function wordOf(n: number): string {
  const syllable = (i: number) => `${'bcdfghklmnprst'[Math.floor(i / 5)]}${'aeiou'[i % 5]}`
  let word = ''
  // 11 and 70 have no common divisor: the next word begins differently.
  for (let rest = n * 11 + 70; rest > 0; rest = Math.floor(rest / 70)) word += syllable(rest % 70)
  return n % 4 === 0 ? `${word}n` : word
}

/** The same numbers in every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = createRandom(7)
const pick = () => Math.floor(vocabulary.length ** random()) - 1
const sentence = (words: number) => Array.from({ length: words }, () => vocabulary[pick()]).join(' ')

/**
 * Rows as the triggers would have made them, only faster: they are copied in without triggers and the documents
 * are computed by the triggers' own functions afterwards.
 */
export async function fillSite(sql: Sql, videos: number): Promise<void> {
  const ids = Array.from({ length: owners }, () => randomUUID())
  const connection = await sql.reserve()
  try {
    await connection`alter table users disable trigger user`
    await connection`alter table videos disable trigger user`
    await connection`set statement_timeout = 0`
    await connection`set maintenance_work_mem = '512MB'`
    await pipeline(
      Readable.from(userLines(ids)),
      await connection`copy users (id, username, fullname, email, created_at, updated_at) from stdin`.writable(),
    )
    await pipeline(
      Readable.from(videoLines(ids, videos)),
      await connection`
        copy videos (id, owner_id, title, description, status, is_playable, folder, source_key, public_id,
          duration, views, created_at, updated_at) from stdin`.writable(),
    )
    await index(connection)
    await connection`alter table users enable trigger user`
    await connection`alter table videos enable trigger user`
  } finally {
    await connection`reset all`
    connection.release()
  }
}

function* userLines(ids: string[]) {
  for (const [i, id] of ids.entries())
    yield `${id}\tchannel${i}\t${vocabulary[i * 7]} ${vocabulary[i * 11]}\tchannel${i}@example.org\tnow\tnow\n`
}

function* videoLines(ownerIds: string[], videos: number) {
  const now = Date.now()
  let lines = ''
  for (let i = 0; i < videos; i++) {
    const owner = ownerIds[Math.floor(owners * random() ** 3)]
    const madeAt = new Date(now - random() ** 2 * 1000 * 24 * 3_600_000).toISOString()
    const duration = Math.round(20 + random() ** 4 * 7200)
    const views = Math.floor(10 ** (random() ** 3 * 7))
    const texts = `${sentence(wordsInTitle)}\t${sentence(wordsInDescription)}`
    lines += `${randomUUID()}\t${owner}\t${texts}\tready\tt\tvideos/${i}\tsources/${i}/source\t${i}\t${duration}\t${views}\t${madeAt}\t${madeAt}\n`
    if (i % 500 < 499 && i < videos - 1) continue
    yield lines
    lines = ''
  }
}

async function index(sql: Pick<Sql, 'unsafe'>) {
  await sql.unsafe(`
    drop index search_documents_words;
    insert into search_channels (user_id, document)
      select id, search_vector(fullname || ' ' || username, 'B') from users;
    insert into search_documents (video_id, created_at, duration, document)
      select v.id, v.created_at, v.duration,
        search_vector(v.title, 'A') || search_vector(v.description, 'C') || c.document
      from videos v join search_channels c on c.user_id = v.owner_id;
    create index search_documents_words on search_documents using gin (document) with (fastupdate = off)`)
  const words = vocabulary.filter((word) => word.length > 2)
  for (let i = 0; i < words.length; i += 10_000)
    await sql.unsafe('select search_learn($1)', [words.slice(i, i + 10_000)])
  await sql.unsafe(
    'vacuum analyze videos, users, search_documents, search_channels, search_dictionary, search_trigrams',
  )
}
