import { api, uploadMessages } from '@vireo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { badRequest } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { openFormClaim } from '../../core/disk-space/step-claim.ts'
import { addCaptions, removeCaptions } from './captions/edit-captions.service.ts'
import { getDownloadUrl } from './files/download.service.ts'
import { getVideo, getVideoByPublicId, loadSummaries } from './lists/shown-videos.queries.ts'
import { type FindVideos, loadVideoPage, personalizeVideoPage } from './lists/video-page.service.ts'
import { createWatchStates, type WatchRow } from './lists/watch-state.queries.ts'
import { undoDeletion } from './removal/undo-deletion.service.ts'
import { createViewRecorder, issueViewToken } from './statistics/views.service.ts'
import { publishUpload, publishVideo } from './uploads/publish.service.ts'
import { assertUploadSize } from './uploads/uploads.service.ts'
import { changeVideo, deleteOwnVideo, retryVideo } from './videos.service.ts'
import { createQueuedView, createVideoView } from './videos.view.ts'

/** A viewer who stopped this close to the end starts from the beginning next time. */
const doneSeconds = 5

export function videoRoutes(app: FastifyInstance, context: AppContext, findVideos: FindVideos) {
  const { sql, clock, signer } = context
  const view = () => createVideoView({ signer, now: clock.now() })
  const recordView = createViewRecorder(context)
  publishRoute(app, context)
  readRoutes(app, context, findVideos)

  bind(app, api.videos.update, async ({ params, body, files, viewer }) => {
    await changeVideo(context, params.id, viewer.id, body, files.thumbnail?.[0]?.path)
    return view()(await getVideo(sql, params.id, viewer.id))
  })
  bind(app, api.videos.remove, async ({ params, query, viewer }) => {
    await deleteOwnVideo(context, params.id, viewer.id, query.canUndo ?? false)
    return null
  })
  bind(app, api.videos.restore, async ({ params, viewer }) => {
    await undoDeletion(context, params.id, viewer.id)
    return view()(await getVideo(sql, params.id, viewer.id))
  })
  bind(app, api.videos.retry, async ({ params, viewer }) => {
    await retryVideo(context, params.id, viewer.id)
    return view()(await getVideo(sql, params.id, viewer.id))
  })
  bind(app, api.videos.setCaptions, async ({ params, body, files, viewer }) => {
    const path = files.captions?.[0]?.path ?? ''
    const { language, name } = body
    await addCaptions(context, { videoId: params.id, ownerId: viewer.id, language, name, path })
    return view()(await getVideo(sql, params.id, viewer.id)).captions
  })
  bind(app, api.videos.removeCaptions, async ({ params, viewer }) => {
    await removeCaptions(context, params.id, viewer.id, params.captionsId)
    return view()(await getVideo(sql, params.id, viewer.id)).captions
  })
  bind(app, api.videos.download, async ({ params, viewer, request }) => {
    const find = isId(params.id) ? getVideo : getVideoByPublicId
    const video = await find(sql, params.id, viewer.id)
    const url = await getDownloadUrl(context, video, viewer.id, request.signal)
    return { url, message: 'Download started' }
  })
  bind(app, api.videos.recordView, async ({ params, body, viewer, request }) => {
    const viewing = { token: body.viewToken, viewerId: viewer?.id, ip: request.ip }
    return { isCounted: await recordView(params.id, viewing) }
  })
}

/** The list of videos, and a single video with the viewer's own state. */
function readRoutes(app: FastifyInstance, context: AppContext, findVideos: FindVideos) {
  const { sql, clock, signer } = context
  const getWatchState = createWatchStates(sql)
  bind(
    app,
    api.videos.list,
    ({ query, viewer, request }) =>
      loadVideoPage(context, findVideos, query, { viewerId: viewer?.id, ip: request.ip }),
    {
      share: {
        // The results of a search begin with channels.
        changesWith: ['video', 'person'],
        personalize: (page, { query }, viewer) => personalizeVideoPage(sql, page, query, viewer.id),
      },
    },
  )
  bind(app, api.videos.listByIds, async ({ query, viewer }) => {
    const rows = await loadSummaries(sql, query.ids.split(',').filter(isId), viewer.id)
    return { docs: rows.map(createQueuedView({ signer, now: clock.now() })) }
  })
  bind(
    app,
    api.videos.get,
    async ({ params, viewer }) => {
      const video = await getVideo(sql, params.id, viewer?.id)
      const watch = await getWatchState({ videoId: video.id, viewerId: viewer?.id })
      const view = createVideoView({ signer, now: clock.now() })
      return { ...view(video), ...toWatchView(watch, video), viewToken: issueViewToken(context, video.id) }
    },
    {
      share: {
        changesWith: [],
        personalize: async (video, _input, viewer) => {
          if (video.owner._id === viewer.id) return undefined
          const watch = toWatchView(await getWatchState({ videoId: video._id, viewerId: viewer.id }), video)
          const isSame = Object.entries(watch).every(
            ([name, value]) => video[name as keyof typeof watch] === value,
          )
          return isSame ? video : { ...video, ...watch }
        },
      },
    },
  )
}

/** The viewer's own state for a video, and the counts that their clicks change. */
const toWatchView = (row: WatchRow, { duration }: { duration: number }) => ({
  likes: row.likes_count,
  isLiked: row.is_liked,
  commentsCount: row.comments_count,
  subscribersCount: row.subscribers_count,
  isSubscribed: row.is_subscribed,
  isOwnerBlocked: row.is_owner_blocked,
  resumeAt: row.position > duration - doneSeconds ? 0 : row.position,
})

/** Publishes a file in the body, for which disk space is claimed as it arrives, or a finished resumable upload. */
function publishRoute(app: FastifyInstance, context: AppContext) {
  const claimSpace = async ({ headers, viewer }: FastifyRequest) => {
    const length = headers['content-length']
    const declared = length === undefined ? undefined : Number(length)
    if (declared) assertUploadSize(declared)
    return openFormClaim(context, viewer?.id ?? '', declared)
  }
  bind(
    app,
    api.videos.upload,
    async ({ body, files, viewer }) => {
      const { uploadId } = body
      const path = files.videofile?.[0]?.path
      if (!uploadId && !path) throw badRequest(uploadMessages.videoRequired, 'videofile')
      const publication = { ownerId: viewer.id, details: body, thumbnailPath: files.thumbnail?.[0]?.path }
      const id = uploadId
        ? await publishUpload(context, uploadId, publication)
        : await publishVideo(context, { ...publication, source: { path: path ?? '' } })
      const view = createVideoView({ signer: context.signer, now: context.clock.now() })
      return view(await getVideo(context.sql, id, viewer.id))
    },
    { claimBodySpace: claimSpace },
  )
}
