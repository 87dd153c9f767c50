import { api, pageSize } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, encodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { getVisibleVideo } from '../videos/videos.access.ts'
import { listVideosById } from '../videos/videos.service.ts'
import { listHistory, upsertHistory } from './history.queries.ts'

/** Someone who stopped this close to the end starts from the beginning next time. */
const doneSeconds = 5

export function historyRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, clock } = context

  bind(app, api.history.add, async ({ params, body, viewer }) => {
    const { id: videoId, duration } = await getVisibleVideo(sql, params.videoId, viewer.id)
    const isDone = body.position !== undefined && body.position > duration - doneSeconds
    await upsertHistory(
      sql,
      { userId: viewer.id, videoId, position: isDone ? 0 : body.position },
      clock.now(),
    )
    return null
  })
  bind(app, api.history.list, async ({ query, viewer }) => {
    const limit = limitOf(query.limit, pageSize.max)
    const rows = await listHistory(sql, viewer.id, limit, decodeCursor(query.cursor))
    const videos = await listVideosById(
      context,
      rows.map((row) => row.video_id),
      viewer.id,
    )
    const byId = new Map(videos.map((video) => [video._id, video]))
    return rows.flatMap((row) => {
      const video = byId.get(row.video_id)
      const watchedAt = row.watched_at.toISOString()
      return video ? [{ video, watchedAt, cursor: encodeCursor({ value: watchedAt, id: row.video_id }) }] : []
    })
  })
}
