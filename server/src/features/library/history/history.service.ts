import { type HistoryEntry, tooManyRequestsMessage } from '@vireo/contract'
import type { AppContext } from '../../../context/context.ts'
import { type Cursor, encodeCursor, type Page, toPage } from '../../../db/paging.ts'
import { isRefusedForOneRow } from '../../../db/sql.ts'
import { countAttempt, createMemoryLimit } from '../../../http/access/rate-limit.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createBatches } from '../../../lib/batches.ts'
import { isId } from '../../../lib/ids.ts'
import { videoNotFound } from '../../publishing/videos/videos.access.ts'
import { listSummariesById } from '../../publishing/videos/videos.service.ts'
import {
  findLastStep,
  findPatterns,
  type HistoryRow,
  upsertEntries,
  type Watching,
  walkHistory,
} from './history.queries.ts'

/** Keeps the statement of a batch short. */
const maxBatchSize = 200

/** A page reports every few seconds, and each time that the video is paused or another position is chosen. */
const positionsPerMinute = 240
const tooManyPositions = () =>
  new AppError(429, 'request.too-many', tooManyRequestsMessage, { retryAfterSeconds: 60 })

/**
 * Creates a function that adds a video to a person's history or moves it to the top. Players report positions
 * constantly, so simultaneous ones are written in one statement, as views are (decision 49).
 */
export function createHistoryRecorder({ sql, clock }: Pick<AppContext, 'sql' | 'clock'>) {
  const upsert = createBatches<Watching, void>({
    groupOf: ({ position }) => (position === undefined ? 'opened' : 'watched'),
    keyOf: ({ userId, videoId }) => `${userId} ${videoId}`,
    maxItems: maxBatchSize,
    // A batch that waits for a lock must not delay the next ones.
    overlapAfterMs: 20,
    run: async (watched) => {
      const visible = await upsertEntries(sql, watched, clock.now())
      return (one) => {
        if (!visible.has(one)) throw videoNotFound()
      }
    },
    isSingleItemError: isRefusedForOneRow,
  })
  const isWithinLimit = createMemoryLimit({ max: positionsPerMinute, windowSeconds: 60 })
  return async (watching: Watching): Promise<void> => {
    if (!isWithinLimit(watching.userId, clock.now())) throw tooManyPositions()
    if (!isId(watching.videoId)) throw videoNotFound()
    // Ids may be written in capitals, and a statement cannot change an entry twice.
    await upsert({ ...watching, videoId: watching.videoId.toLowerCase() })
  }
}

/** Each page of results counts as a search. */
const searchesPerMinute = 240
/** How many entries one search reads at most. */
const steps = 10_000
const maxWords = 16

interface Search {
  userId: string
  text: string
  limit: number
  cursor: Cursor | undefined
}

/** A page may be short when its steps are used up; its cursor marks where the next page begins. */
export async function searchHistory(
  { sql, clock }: Pick<AppContext, 'sql' | 'clock'>,
  { userId, text, limit, cursor }: Search,
): Promise<Page<HistoryRow>> {
  const allowance = { key: `history-search:${userId}`, max: searchesPerMinute, windowSeconds: 60 }
  await countAttempt(sql, allowance, clock.now())
  const patterns = await findPatterns(sql, text, maxWords)
  if (patterns.length === 0) return { rows: [], nextCursor: null }
  const walk = { userId, cursor, steps }
  const page = toPage(await walkHistory(sql, walk, patterns, limit + 1), limit, placeOf)
  if (page.nextCursor) return page
  const last = await findLastStep(sql, walk)
  return { rows: page.rows, nextCursor: last ? encodeCursor(placeOf(last)) : null }
}

export async function toEntries(
  context: AppContext,
  rows: HistoryRow[],
  viewerId: string,
): Promise<HistoryEntry[]> {
  const ids = rows.map((row) => row.video_id)
  const videos = await listSummariesById(context, ids, viewerId)
  const byId = new Map(videos.map((video) => [video._id, video]))
  return rows.flatMap((row) => {
    const video = byId.get(row.video_id)
    if (!video) return []
    const watchedAt = row.watched_at.toISOString()
    return [{ video, watchedAt, position: row.position, cursor: encodeCursor(placeOf(row)) }]
  })
}

const placeOf = (row: HistoryRow): Cursor => ({ value: row.watched_at.toISOString(), id: row.video_id })
