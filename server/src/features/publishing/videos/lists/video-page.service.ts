import type { api, DataOf, QueryOf, VideoSummary } from '@vireo/contract'
import type { AppContext } from '../../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../../db/paging.ts'
import type { Sql } from '../../../../db/sql.ts'
import { isId } from '../../../../lib/ids.ts'
import { listSummariesById } from '../videos.service.ts'
import { createSummaryView } from '../videos.view.ts'
import { toVideoFilter, type VideoFilter } from './video-filters.ts'
import { listVideos } from './video-list.service.ts'
import type { VideoOrder } from './video-order.fragments.ts'
import { findViewerStates } from './viewer-state.queries.ts'

type VideoPage = DataOf<typeof api.videos.list>
type ListQuery = QueryOf<typeof api.videos.list>

export interface VideoSearch extends Pick<VideoOrder, 'sortType'>, VideoFilter {
  text: string
  sortBy: VideoOrder['sortBy'] | 'relevance'
  /** Whether misspelled words are left as they are. */
  isExact?: boolean
  ownerId?: string | undefined
  limit: number
  /** As sent by the client: only the search can read it. */
  cursor?: string | undefined
}

export type VideoMatches = Omit<VideoPage, 'docs'> & { ids: string[] }

/** Finds videos by words. The program passes it in, because search is in a later feature group. */
export type FindVideos = (ip: string, search: VideoSearch) => Promise<VideoMatches>

/** A page of the list of videos, or of the matching videos if words are given. */
export async function loadVideoPage(
  context: AppContext,
  findVideos: FindVideos,
  query: ListQuery,
  { viewerId, ip }: { viewerId: string | undefined; ip: string },
): Promise<VideoPage> {
  const { sql, clock, signer } = context
  const { userId: ownerId, limit, cursor, sortBy, sortType = 'desc' } = query
  if (ownerId !== undefined && !isId(ownerId)) return { docs: [], nextCursor: null }
  const text = query.query?.trim()
  const options = { ownerId, sortType, limit: limitOf(limit), ...toVideoFilter(query, clock.now()) }
  if (text) {
    const words = { text, sortBy: sortBy ?? 'views', isExact: query.exact !== undefined }
    const { ids, ...page } = await findVideos(ip, { ...words, cursor, ...options })
    return { docs: await listSummariesById(context, ids, viewerId, text), ...page }
  }
  const { rows, nextCursor } = await listVideos(sql, {
    sortBy: sortBy === undefined || sortBy === 'relevance' ? 'createdAt' : sortBy,
    viewerId,
    cursor: decodeCursor(cursor),
    ...options,
  })
  return { docs: rows.map(createSummaryView({ signer, now: clock.now() })), nextCursor }
}

/**
 * Adapts the visitors' page to a person: their own videos look different, their hidden ones are omitted, and each says
 * where they left off. Undefined if the page has to be loaded for this person.
 */
export async function personalizeVideoPage(
  sql: Sql,
  page: VideoPage,
  query: ListQuery,
  viewerId: string,
): Promise<VideoPage | undefined> {
  const { docs } = page
  const isOwn = ({ owner, status }: VideoSummary) => owner._id === viewerId && status !== 'ready'
  if (query.userId === viewerId || docs.some(isOwn)) return undefined
  if (docs.length === 0) return page
  const videos = docs.map(({ _id: id, owner }) => ({ id, ownerId: owner._id }))
  const states = await findViewerStates(sql, viewerId, videos)
  if (states.size === 0) return page
  // The lists of a channel and the results of a search are complete.
  const isComplete = query.userId !== undefined || Boolean(query.query?.trim())
  const shown = docs.filter(({ _id }) => isComplete || !states.get(_id)?.isHidden)
  // Few videos would be left on the page, although there may be enough others.
  if (shown.length < docs.length / 2) return undefined
  return {
    ...page,
    docs: shown.map((video) => {
      const watchedSeconds = states.get(video._id)?.watchedSeconds
      return watchedSeconds ? { ...video, watchedSeconds } : video
    }),
  }
}
