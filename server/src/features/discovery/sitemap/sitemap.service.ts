import { Readable } from 'node:stream'
import type { AppContext } from '../../../context/context.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { type Count, divide, rangeOf, type TimeRange } from './parts.ts'
import {
  countChannels,
  countVideos,
  listChannelEntries,
  listVideoEntries,
  type SitemapChannelRow,
} from './sitemap.queries.ts'
import { createVideoEntryView, toChannelEntry, writeEntries } from './sitemap.view.ts'

/** A part with more entries than this is divided. */
const maxEntriesPerPart = 5000
/** An hour is not divided. A sitemap may have 50,000 entries and 50 MB. */
const maxEntriesPerFile = 40_000
/** So few that writing them does not hold up other requests. */
const pageSize = 100
/** How long the list of parts is kept, because all videos are counted for it. */
const cacheSeconds = 3600

export const kinds = ['videos', 'channels'] as const
export type Kind = (typeof kinds)[number]

const everything: TimeRange = { from: new Date(0), to: new Date('9999-01-01') }

async function listParts(db: Db, kind: Kind): Promise<string[]> {
  const count = kind === 'videos' ? countVideos : countChannels
  const { parts, crowdedDays } = divide(await count(db, 'day', everything), maxEntriesPerPart)
  const hours: Count[] = []
  for (const day of crowdedDays) hours.push(...(await count(db, 'hour', rangeOf(day) ?? everything)))
  return [...parts, ...hours.map(({ part }) => part)].sort().map((part) => `${kind}-${part}`)
}

/** Lists the names of all parts. Simultaneous requests share one count. */
export function createPartList({ sql, clock }: AppContext): () => Promise<string[]> {
  let known: { parts: Promise<string[]>; until: Date } | undefined
  return () => {
    if (known && known.until > clock.now()) return known.parts
    const parts = (async () => (await Promise.all(kinds.map((kind) => listParts(sql, kind)))).flat())()
    known = { parts, until: secondsAfter(clock.now(), cacheSeconds) }
    parts.catch(() => {
      known = undefined
    })
    return parts
  }
}

/** A part as XML. It is read in pages and sent as it is read, so that a large one takes little memory. */
export async function openPart(
  context: AppContext,
  kind: Kind,
  part: string,
  site: string,
): Promise<Readable> {
  const range = rangeOf(part)
  if (!range) throw notFound('request.not-found', 'Not found')
  const { sql, signer, clock } = context
  const toVideoEntry = createVideoEntryView({ signer, now: clock.now() }, site)
  const pages =
    kind === 'videos'
      ? pagesOf((after) => listVideoEntries(sql, range, after, pageSize), toVideoEntry)
      : pagesOf<SitemapChannelRow>(
          (after) => listChannelEntries(sql, range, after, pageSize),
          (row) => toChannelEntry(row, site),
        )
  // Read before the response starts, so that a failure is an error and not half a file.
  const first = await pages.next()
  if (first.done) throw notFound('request.not-found', 'Not found')
  return Readable.from(writeEntries(first.value, pages))
}

async function* pagesOf<Row>(
  list: (after: Row | undefined) => Promise<Row[]>,
  toEntry: (row: Row) => string,
): AsyncGenerator<string, void> {
  let last: Row | undefined
  for (let count = 0; count < maxEntriesPerFile; count += pageSize) {
    const rows = await list(last)
    if (rows.length > 0) yield rows.map(toEntry).join('')
    last = rows.at(-1)
    if (rows.length < pageSize) return
  }
}
