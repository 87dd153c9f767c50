import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { build as compileJson, type Schema } from 'fast-json-stringify'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySerializerCompiler,
  fastify,
} from 'fastify'
import type { AppContext, Context } from './context.ts'
import { loadSecret } from './db/secret.ts'
import { accountDeletionRoutes } from './features/account-deletion/account-deletion.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { blockRoutes } from './features/blocks/blocks.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { diskSpaceRoutes } from './features/disk-space/disk-space.routes.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { exportRoutes } from './features/exports/exports.routes.ts'
import { createExportAccess } from './features/exports/exports.service.ts'
import { feedRoutes } from './features/feed/feed.routes.ts'
import { hiddenRoutes } from './features/hidden/hidden.routes.ts'
import { historyRoutes } from './features/history/history.routes.ts'
import { insightsRoutes } from './features/insights/insights.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { mentionRoutes } from './features/mentions/mentions.routes.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { playlistRoutes } from './features/playlists/playlists.routes.ts'
import { providerRoutes } from './features/providers/providers.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sessionRoutes } from './features/sign-in/sessions.routes.ts'
import { signInRoutes } from './features/sign-in/sign-in.routes.ts'
import { siteSettingsRoutes } from './features/site-settings/site-settings.routes.ts'
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts'
import { tweetRoutes } from './features/tweets/tweets.routes.ts'
import { twoStepRoutes } from './features/two-step/two-step.routes.ts'
import { createPictureAccess, createVideoAccess } from './features/videos/files/media-access.ts'
import { uploadRoutes } from './features/videos/uploads/uploads.routes.ts'
import { videoRoutes } from './features/videos/videos.routes.ts'
import { checkOrigin } from './http/access/origin.ts'
import { sendSecurityHeaders } from './http/access/security-headers.ts'
import { cookieSettings, findViewer } from './http/access/sessions.ts'
import { serveApiDocs } from './http/api/docs.ts'
import { answerUnreadableRequest, handleErrors, sendError } from './http/api/errors.ts'
import { serveMedia } from './http/files/media-files.ts'
import { readInlineScripts, replaceUnreadablePath, serveWeb, webDist } from './http/files/web-files.ts'
import { limitArrival } from './http/lifecycle/deadline.ts'
import { type DrainLimits, drainUnreadBodies } from './http/lifecycle/drain.ts'
import { serveHealth } from './http/lifecycle/health.ts'
import { addShutdown } from './http/lifecycle/shutdown.ts'
import { createSigner } from './lib/signer.ts'

const features = [
  accountRoutes,
  blockRoutes,
  commentRoutes,
  accountDeletionRoutes,
  eventRoutes,
  exportRoutes,
  feedRoutes,
  hiddenRoutes,
  historyRoutes,
  notificationRoutes,
  insightsRoutes,
  likeRoutes,
  mentionRoutes,
  moderationRoutes,
  passkeyRoutes,
  playlistRoutes,
  providerRoutes,
  reportRoutes,
  diskSpaceRoutes,
  searchRoutes,
  sessionRoutes,
  signInRoutes,
  siteSettingsRoutes,
  subscriptionRoutes,
  tweetRoutes,
  twoStepRoutes,
  uploadRoutes,
  videoRoutes,
]

export interface AppOptions {
  /** The folder of the built web. */
  webRoot?: string
  /** How long a request other than an upload may take to arrive completely. */
  arrivalMs?: number
  /** How much of an unread body is read and dropped after the request was answered. */
  drainLimits?: DrainLimits
}

/** Builds the HTTP server: first what applies to every request, then the routes of each feature. */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, sql, clock, log, storage } = context
  const signer = createSigner(await loadSecret(sql, 'signing'))
  const appContext: AppContext = { ...context, signer }
  const { webRoot = webDist, arrivalMs = 30_000 } = options
  const cookies = cookieSettings(config)
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 0,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => replaceUnreadablePath(url),
    // An address that cannot be decoded or is too long.
    frameworkErrors: (_error, _request, reply) => sendError(reply, 404, 'request.not-found', 'Not found'),
    clientErrorHandler: answerUnreadableRequest,
  })
  app.server.headersTimeout = 15_000
  drainUnreadBodies(app, options.drainLimits)
  handleErrors(app)
  app.setSerializerCompiler(compileWhenUsed)
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('viewer', undefined)
  app.decorate('scratchDir', config.scratchDir)
  addShutdown(app)

  await sendSecurityHeaders(app, config, readInlineScripts(webRoot))
  await app.register(cookie)
  await app.register(compress, { global: true, threshold: 1024 })
  await app.register(multipart)
  await serveApiDocs(app)

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    checkOrigin(request, config.publicUrl)
    limitArrival(request, reply, arrivalMs)
  })
  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.viewer = await findViewer(sql, request, reply, clock.now(), cookies)
    })
    for (const addRoutes of features) addRoutes(api, appContext)
  })
  serveHealth(app, context)
  const findPicture = createPictureAccess(appContext)
  serveMedia(app, storage, {
    avatars: findPicture,
    covers: findPicture,
    exports: createExportAccess(appContext),
    tweets: findPicture,
    videos: createVideoAccess(appContext),
  })
  await serveWeb(app, webRoot)
  return app
}

const serializers = new WeakMap<Schema, (data: unknown) => string>()

/** Compiling every answer's schema takes longer than the rest of a start, so each waits for its first answer. */
const compileWhenUsed: FastifySerializerCompiler<Schema> = ({ schema }) => {
  return (data) => {
    const serialize = serializers.get(schema) ?? compileJson(schema)
    serializers.set(schema, serialize)
    return serialize(data)
  }
}
