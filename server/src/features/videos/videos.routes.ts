import { api, uploadMessages } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { badRequest } from '../../lib/app-error.ts'
import { isId } from '../../lib/ids.ts'
import { openBodyRoom } from '../room/room.service.ts'
import { limitSearches } from '../search/bounded.ts'
import { toVideoFilter } from '../search/filters.ts'
import { searchVideos } from '../search/search.service.ts'
import { getDownloadUrl } from './files/download.service.ts'
import { assertUploadSize, publishUpload } from './uploads/uploads.service.ts'
import { listVideos } from './video-list.service.ts'
import { getVideo, getVideoByPublicId, getWatchState } from './videos.queries.ts'
import { changeVideo, listVideosById, publishVideo, removeVideo, retryVideo } from './videos.service.ts'
import { createVideoView } from './videos.view.ts'
import { issueViewToken, recordView } from './views.service.ts'

/** Someone who stopped this close to the end starts from the beginning next time. */
const doneSeconds = 5

export function videoRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, clock, signer } = context
  const view = () => createVideoView({ signer, now: clock.now() })

  bind(
    app,
    api.video.upload,
    async ({ body, files, viewer }) => {
      const { uploadId } = body
      const thumbnailPath = files.thumbnail?.[0]?.path
      const publish = (path: string) =>
        publishVideo(context, {
          ownerId: viewer.id,
          details: body,
          source: { path, uploadId },
          thumbnailPath,
        })
      const path = files.videofile?.[0]?.path
      if (!uploadId && !path) throw badRequest(uploadMessages.videoRequired, 'videofile')
      const id = uploadId
        ? await publishUpload(context, uploadId, viewer.id, publish)
        : await publish(path ?? '')
      return view()(await getVideo(sql, id, viewer.id))
    },
    {
      roomForBody: async ({ headers, viewer }) => {
        const declared =
          headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
        if (declared) assertUploadSize(declared)
        return openBodyRoom(context, viewer?.id ?? '', declared)
      },
    },
  )

  bind(app, api.video.list, async ({ query, viewer, request }) => {
    const text = query.query?.trim() || undefined
    const { userId, limit, cursor, sortBy = text ? 'views' : 'createdAt', sortType = 'desc' } = query
    if (userId !== undefined && !isId(userId)) return { docs: [], nextCursor: null }
    const options = {
      sortBy,
      sortType,
      cursor: decodeCursor(cursor),
      ownerId: userId,
      limit: limitOf(limit),
      ...toVideoFilter(query, clock.now()),
    }
    if (text) {
      await limitSearches(context, request.ip)
      const { ids, ...told } = await searchVideos(sql, { text, ...options })
      return { docs: await listVideosById(context, ids, viewer?.id), ...told }
    }
    const { rows, nextCursor } = await listVideos(sql, { ...options, viewerId: viewer?.id })
    return { docs: rows.map(view()), nextCursor }
  })
  bind(app, api.video.get, async ({ params, viewer }) => {
    const video = await getVideo(sql, params.id, viewer?.id)
    const watch = await getWatchState(sql, video, viewer?.id)
    return {
      ...view()(video),
      subscribersCount: watch.subscribers_count,
      isSubscribed: watch.is_subscribed,
      resumeAt: watch.position > video.duration - doneSeconds ? 0 : watch.position,
      viewToken: issueViewToken(context, video),
    }
  })
  bind(app, api.video.update, async ({ params, body, files, viewer }) => {
    await changeVideo(context, params.id, viewer.id, body, files.thumbnail?.[0]?.path)
    return view()(await getVideo(sql, params.id, viewer.id))
  })
  bind(app, api.video.remove, async ({ params, viewer }) => {
    await removeVideo(context, params.id, viewer.id)
    return null
  })
  bind(app, api.video.retry, async ({ params, viewer }) => {
    await retryVideo(context, params.id, viewer.id)
    return view()(await getVideo(sql, params.id, viewer.id))
  })
  bind(app, api.video.download, async ({ params, viewer, request }) => {
    const find = isId(params.id) ? getVideo : getVideoByPublicId
    const video = await find(sql, params.id, viewer.id)
    const url = await getDownloadUrl(context, video, viewer.id, request.signal)
    return { url, message: 'Download started' }
  })
  bind(app, api.video.recordView, async ({ params, body, viewer, request }) => {
    const video = await getVideo(sql, params.id, viewer?.id)
    const isCounted = await recordView(context, video, {
      token: body.viewToken,
      viewerId: viewer?.id,
      ip: request.ip,
    })
    return { isCounted }
  })
}
