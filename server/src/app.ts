import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { AppContext, Context } from './context.ts'
import { loadSecret } from './db/secret.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { blockRoutes } from './features/blocks/blocks.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { deletionRoutes } from './features/deletion/deletion.routes.ts'
import { eventRoutes } from './features/events/events.routes.ts'
import { createExportAccess } from './features/exports/exports.access.ts'
import { exportRoutes } from './features/exports/exports.routes.ts'
import { feedRoutes } from './features/feed/feed.routes.ts'
import { hiddenRoutes } from './features/hidden/hidden.routes.ts'
import { historyRoutes } from './features/history/history.routes.ts'
import { inboxRoutes } from './features/inbox/inbox.routes.ts'
import { insightsRoutes } from './features/insights/insights.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { playlistRoutes } from './features/playlists/playlists.routes.ts'
import { providerRoutes } from './features/providers/providers.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { roomRoutes } from './features/room/room.routes.ts'
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
import { limitArrival } from './http/deadline.ts'
import { serveApiDocs } from './http/docs.ts'
import { type DrainLimits, drainUnreadBodies } from './http/drain.ts'
import { answerUnreadableRequest, handleError, sendError } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { serveMedia } from './http/media-files.ts'
import { checkOrigin } from './http/origin.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { cookieSettings, findViewer } from './http/sessions.ts'
import { addShutdown } from './http/shutdown.ts'
import { nameUnreadablePage, readInlineScripts, serveWeb, webDist } from './http/web-files.ts'
import { createSigner } from './lib/signer.ts'

const features = [
  accountRoutes,
  blockRoutes,
  commentRoutes,
  deletionRoutes,
  eventRoutes,
  exportRoutes,
  feedRoutes,
  hiddenRoutes,
  historyRoutes,
  inboxRoutes,
  insightsRoutes,
  likeRoutes,
  moderationRoutes,
  passkeyRoutes,
  playlistRoutes,
  providerRoutes,
  reportRoutes,
  roomRoutes,
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
  /** How long an ordinary request may take to arrive in full. */
  arrivalMs?: number
  /** How much of an unread body is read and dropped once its request is answered. */
  drainLimits?: DrainLimits
}

/** The whole HTTP side: what every request goes through, then each feature's routes. */
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
    rewriteUrl: ({ url = '/' }) => nameUnreadablePage(url),
    // An address that cannot be read, or is too long to name anything.
    frameworkErrors: (_error, _request, reply) => sendError(reply, 404, 'request.not-found', 'Not found'),
    clientErrorHandler: answerUnreadableRequest,
  })
  app.server.headersTimeout = 15_000
  drainUnreadBodies(app, options.drainLimits)
  app.setErrorHandler(handleError)
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
  serveMedia(app, {
    storage,
    signer,
    clock,
    findVideo: createVideoAccess(context),
    isHidden: createPictureAccess(context),
    isLiveExport: createExportAccess(context),
  })
  await serveWeb(app, webRoot)
  return app
}
