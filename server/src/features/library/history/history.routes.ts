import { api, pageSize } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { createHistoryViewRecorder } from '../../publishing/videos/statistics/views.service.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import {
  deleteEntry,
  deleteHistory,
  insertEntry,
  isHistoryPaused,
  listHistory,
  setHistoryPaused,
} from './history.queries.ts'
import { createHistoryRecorder, searchHistory, toEntries } from './history.service.ts'

export function historyRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, clock } = context
  const recordWatching = createHistoryRecorder(context)
  const recordView = createHistoryViewRecorder(context)
  mapForeignKeysToNotFound(app, ['watch_history_video_id_fkey'])

  bind(app, api.history.add, async ({ params, body, viewer }) => {
    await recordWatching({ userId: viewer.id, videoId: params.videoId, position: body.position })
    if (!body.reportsViews) await recordView(params.videoId, viewer.id)
    return null
  })
  bind(app, api.history.list, async ({ query, viewer }) => {
    const limit = limitOf(query.limit, pageSize.max)
    const rows = await listHistory(sql, viewer.id, limit, decodeCursor(query.cursor))
    return toEntries(context, rows, viewer.id)
  })
  bind(app, api.history.search, async ({ query, viewer }) => {
    const page = await searchHistory(context, {
      userId: viewer.id,
      text: query.query,
      limit: limitOf(query.limit),
      cursor: decodeCursor(query.cursor),
    })
    return { docs: await toEntries(context, page.rows, viewer.id), nextCursor: page.nextCursor }
  })
  bind(app, api.history.remove, async ({ params, viewer }) => {
    const row = await deleteEntry(sql, viewer.id, params.videoId)
    return { watchedAt: row.watched_at.toISOString(), position: row.position }
  })
  bind(app, api.history.restore, async ({ params, body, viewer }) => {
    const { id } = await getVisibleVideo(sql, params.videoId, viewer.id)
    // The date comes from the client and must not be in the future.
    const watchedAt = new Date(Math.min(Date.parse(body.watchedAt), clock.now().getTime()))
    await insertEntry(sql, viewer.id, { video_id: id, watched_at: watchedAt, position: body.position })
    return null
  })
  bind(app, api.history.clear, async ({ viewer }) => {
    await deleteHistory(sql, viewer.id)
    return null
  })
  bind(app, api.history.settings, async ({ viewer }) => ({
    isPaused: await isHistoryPaused(sql, viewer.id),
  }))
  bind(app, api.history.changeSettings, async ({ body, viewer }) => {
    await setHistoryPaused(sql, viewer.id, body.isPaused)
    return body
  })
}
