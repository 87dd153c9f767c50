import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import { listUsersIn } from '../../people/accounts/user-lists.queries.ts'
import { listVideoIdsIn } from '../../publishing/videos/lists/video-ids.queries.ts'
import { listSummariesById } from '../../publishing/videos/videos.service.ts'
import { deleteHiddenChannel, deleteHiddenVideo } from './hidden.queries.ts'
import { hideChannel, hideVideo } from './hidden.service.ts'

export function hiddenRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context
  mapForeignKeysToNotFound(app, ['hidden_channels_channel_id_fkey', 'hidden_videos_video_id_fkey'])
  bind(app, api.hidden.addVideo, async ({ params, viewer }) => {
    await hideVideo(context, viewer.id, params.videoId)
    return null
  })
  bind(app, api.hidden.removeVideo, async ({ params, viewer }) => {
    await deleteHiddenVideo(sql, viewer.id, params.videoId)
    return null
  })
  bind(app, api.hidden.listVideos, async ({ query, viewer }) => {
    const { limit, cursor } = query
    const page = await listVideoIdsIn(sql, 'hidden_videos', viewer.id, limitOf(limit), decodeCursor(cursor))
    return { docs: await listSummariesById(context, page.rows, viewer.id), nextCursor: page.nextCursor }
  })
  bind(app, api.hidden.addChannel, async ({ params, viewer }) => {
    await hideChannel(context, viewer.id, params.channelId)
    return null
  })
  bind(app, api.hidden.removeChannel, async ({ params, viewer }) => {
    await deleteHiddenChannel(sql, viewer.id, params.channelId)
    return null
  })
  bind(app, api.hidden.listChannels, async ({ query, viewer }) => {
    const { limit, cursor } = query
    const page = await listUsersIn(sql, 'hidden_channels', viewer.id, limitOf(limit), decodeCursor(cursor))
    return { docs: page.rows.map(toOwner), nextCursor: page.nextCursor }
  })
}
