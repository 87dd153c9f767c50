import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { allowOtherSites } from '../../../http/files/media-files.ts'
import { siteAddress } from '../../../http/site-address.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { findVideoForEveryone } from '../videos/videos.service.ts'
import { toOembed, videoIdOf } from './oembed.ts'

export function embedRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.embeds.oembed, async ({ query, request, reply }) => {
    // Scripts of any site may read the answer, which is the same for everyone.
    allowOtherSites(reply)
    if (query.format === 'xml')
      throw new AppError(501, 'request.unsupported-format', 'Only JSON is available')
    const origin = siteAddress(context.config, request)
    const id = videoIdOf(query.url, [new URL(origin).host, request.host])
    const video = id && (await findVideoForEveryone(context, id))
    // Not 401 for a private video, which would reveal that it exists.
    if (!video) throw notFound('video.not-found', 'Video not found')
    return toOembed(video, origin, query)
  })
}
