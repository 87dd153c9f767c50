import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedVideo, escapeHtml, publicPaths, thumbnailAt, type Video } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { frameableHeaders } from '../../../http/access/security-headers.ts'
import { unavailableMessage } from '../../../http/api/errors.ts'
import { siteAddress } from '../../../http/site-address.ts'
import { toScriptText } from '../../../lib/text/markup.ts'
import { issueViewToken } from '../videos/statistics/views.service.ts'
import { findVideoForEveryone } from '../videos/videos.service.ts'

const retryAfterSeconds = 5

/**
 * Serves the player that other sites put in a frame: the only page that may be framed. It is the same for everyone:
 * cookies are not read, so that nothing about a person gets into another site's page.
 */
export function serveEmbeds(app: FastifyInstance, context: AppContext, webRoot: string) {
  const [player, unavailable] = ['embed.html', 'embed-unavailable.html'].map((name) => join(webRoot, name))
  // Without a build there is nothing to serve, as with the other pages.
  if (!player || !unavailable || !existsSync(player)) return
  const template = readFileSync(player, 'utf8')
  const unavailablePage = readFileSync(unavailable, 'utf8')
  const send = (reply: FastifyReply, page: string) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  const sendUnavailable = (reply: FastifyReply, status: 404 | 503, reason: string) =>
    send(reply.status(status), fill(unavailablePage, { reason }))

  app.get<{ Params: { videoId: string } }>(
    '/embed/:videoId',
    { config: { securityHeaders: frameableHeaders(context.config) }, schema: { hide: true } },
    async (request, reply) => {
      try {
        const video = await findVideoForEveryone(context, request.params.videoId)
        if (!video) return sendUnavailable(reply, 404, 'It may be private, or it was removed.')
        return send(reply, fill(template, valuesOf(context, request, video)))
      } catch (error) {
        // The visitors of another site get a page instead of the usual JSON of errors.
        request.log.error({ err: error }, 'request failed')
        reply.header('retry-after', retryAfterSeconds)
        return sendUnavailable(reply, 503, unavailableMessage)
      }
    },
  )
}

/** The parts of the page that depend on the video, as HTML. */
function valuesOf(context: AppContext, request: FastifyRequest, video: Video): Record<string, string> {
  return {
    title: escapeHtml(video.title),
    watch: escapeHtml(siteAddress(context.config, request) + publicPaths.video(video._id)),
    poster: video.thumbnail ? posterOf(video.thumbnail, video.placeholder) : '',
    data: dataOf(video, issueViewToken(context, video._id)),
  }
}

const fill = (template: string, values: Record<string, string>) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

function posterOf(thumbnail: string, placeholder: string | null): string {
  const widths = [320, 640, 1280] as const
  const sources = widths.map((width) => `${thumbnailAt(thumbnail, width)} ${width}w`).join()
  const style = placeholder ? ` style="background-image: url(${escapeHtml(placeholder)})"` : ''
  return `<img alt="" fetchpriority="high" srcset="${escapeHtml(sources)}" sizes="100vw" src="${escapeHtml(thumbnail)}"${style}>`
}

/** For the page's script. */
function dataOf(video: Video, viewToken: string): string {
  const { _id, title, description, thumbnail, videofile, duration, hls, renditions, storyboard, captions } =
    video
  const embedded: EmbeddedVideo = {
    _id,
    title,
    description,
    thumbnail,
    videofile,
    duration,
    hls,
    renditions,
    storyboard,
    captions,
    author: video.owner.fullname,
    viewToken,
  }
  return `<script id="video" type="application/json">${toScriptText(embedded)}</script>`
}
