import { api, pageSize, playlistLimits } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import { putVideo, removeEntry } from './entries.service.ts'
import { assertActive, listPlaylists } from './playlists.queries.ts'
import {
  changePlaylist,
  createPlaylist,
  describeOwnPlaylists,
  describePlaylist,
  describePlaylists,
  listPlaylistChoices,
  readPlaylist,
  removePlaylist,
  restorePlaylist,
} from './playlists.service.ts'

export function playlistRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context
  mapForeignKeysToNotFound(app, ['playlist_entries_video_id_fkey'])

  bind(app, api.playlists.list, async ({ query, viewer }) => {
    const page = { limit: limitOf(query.limit, pageSize.max), cursor: decodeCursor(query.cursor) }
    const { rows, nextCursor } = await listPlaylists(sql, { ownerId: viewer.id, isPublic: false, ...page })
    const describe = query.videos === 'first' ? describePlaylists : describeOwnPlaylists
    return { playlists: await describe(context, rows, viewer.id), nextCursor }
  })
  bind(
    app,
    api.playlists.listOfChannel,
    async ({ params: { channelId }, query, viewer }) => {
      await assertActive(sql, channelId)
      const page = { limit: limitOf(query.limit), cursor: decodeCursor(query.cursor) }
      const { rows, nextCursor } = await listPlaylists(sql, { ownerId: channelId, isPublic: true, ...page })
      return { playlists: await describePlaylists(context, rows, viewer?.id), nextCursor }
    },
    // A private video keeps its place without its id.
    { share: { changesWith: ['video'] } },
  )
  bind(app, api.playlists.listForVideo, async ({ params: { videoId }, viewer }) => {
    await getVisibleVideo(sql, videoId, viewer.id)
    return { playlists: await listPlaylistChoices(sql, viewer.id, videoId) }
  })
  bind(
    app,
    api.playlists.get,
    ({ params, query, viewer }) =>
      readPlaylist(context, params.id, viewer?.id, {
        limit: limitOf(query.limit, playlistLimits.page),
        cursor: decodeCursor(query.cursor),
      }),
    // A private video keeps its place without its id.
    { share: { changesWith: ['video'] } },
  )
  bind(app, api.playlists.create, async ({ body, viewer }) => {
    const id = await createPlaylist(context, viewer.id, body)
    return { playlist: await describePlaylist(context, id, viewer.id) }
  })
  bind(app, api.playlists.update, async ({ params, body, viewer }) => {
    const id = await changePlaylist(context, params.id, viewer.id, body)
    return { playlist: await describePlaylist(context, id, viewer.id) }
  })
  bind(app, api.playlists.remove, async ({ params, viewer }) => {
    await removePlaylist(context, params.id, viewer.id)
    return null
  })
  bind(app, api.playlists.restore, async ({ params, viewer }) => {
    await restorePlaylist(context, params.id, viewer.id)
    return { playlist: await describePlaylist(context, params.id, viewer.id) }
  })
  bind(app, api.playlists.putVideo, ({ params: { id, videoId }, body, viewer }) =>
    putVideo(context, { playlistId: id, ownerId: viewer.id, videoId }, body),
  )
  bind(app, api.playlists.removeVideo, ({ params: { id, videoId }, viewer }) =>
    removeEntry(context, { playlistId: id, ownerId: viewer.id, videoId }),
  )
}
