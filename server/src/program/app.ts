import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { AppContext, Context } from '../context/context.ts'
import { loadSecret } from '../db/secret.ts'
import { commentRoutes } from '../features/community/comments/comments.routes.ts'
import { likeRoutes } from '../features/community/likes/likes.routes.ts'
import { mentionRoutes } from '../features/community/mentions/mentions.routes.ts'
import { subscriptionFeedRoutes } from '../features/community/subscription-feed/subscription-feed.routes.ts'
import { diskSpaceRoutes } from '../features/core/disk-space/disk-space.routes.ts'
import { siteSettingsRoutes } from '../features/core/site-settings/site-settings.routes.ts'
import { createDocuments } from '../features/discovery/documents/documents.ts'
import { rssRoutes } from '../features/discovery/rss/rss.routes.ts'
import { searchRoutes } from '../features/discovery/search/search.routes.ts'
import { createSearch } from '../features/discovery/search/search.service.ts'
import { sitemapRoutes } from '../features/discovery/sitemap/sitemap.routes.ts'
import { eventRoutes } from '../features/inbox/events/events.routes.ts'
import { notificationRoutes } from '../features/inbox/notifications/notifications.routes.ts'
import { pushRoutes } from '../features/inbox/notifications/push/push.routes.ts'
import { hiddenRoutes } from '../features/library/hidden/hidden.routes.ts'
import { historyRoutes } from '../features/library/history/history.routes.ts'
import { playlistRoutes } from '../features/library/playlists/playlists.routes.ts'
import { exportRoutes } from '../features/lifecycle/exports/exports.routes.ts'
import { createExportAccess } from '../features/lifecycle/exports/exports.service.ts'
import { accountDeletionRoutes } from '../features/people/account-deletion/account-deletion.routes.ts'
import { accountRoutes } from '../features/people/accounts/accounts.routes.ts'
import { blockRoutes } from '../features/people/blocks/blocks.routes.ts'
import { commentRuleRoutes } from '../features/people/comment-rules/comment-rules.routes.ts'
import { passkeyRoutes } from '../features/people/passkeys/passkeys.routes.ts'
import { providerRoutes } from '../features/people/providers/providers.routes.ts'
import { sessionRoutes } from '../features/people/sign-in/sessions.routes.ts'
import { signInRoutes } from '../features/people/sign-in/sign-in.routes.ts'
import { subscriptionRoutes } from '../features/people/subscriptions/subscriptions.routes.ts'
import { twoStepRoutes } from '../features/people/two-step/two-step.routes.ts'
import { serveEmbeds } from '../features/publishing/embeds/embed-pages.ts'
import { embedRoutes } from '../features/publishing/embeds/embeds.routes.ts'
import { tweetRoutes } from '../features/publishing/tweets/tweets.routes.ts'
import { createPictureAccess, createVideoAccess } from '../features/publishing/videos/files/media-access.ts'
import { statisticsRoutes } from '../features/publishing/videos/statistics/statistics.routes.ts'
import { uploadDraftRoutes } from '../features/publishing/videos/uploads/drafts/upload-drafts.routes.ts'
import { uploadRoutes } from '../features/publishing/videos/uploads/uploads.routes.ts'
import { videoRoutes } from '../features/publishing/videos/videos.routes.ts'
import { failedJobRoutes } from '../features/staff/failed-jobs/failed-jobs.routes.ts'
import { serveMetrics } from '../features/staff/metrics/metrics.routes.ts'
import { moderationRoutes } from '../features/staff/moderation/moderation.routes.ts'
import { pageViewRoutes } from '../features/staff/page-views/page-views.routes.ts'
import { reportRoutes } from '../features/staff/reports/reports.routes.ts'
import { storageRoutes } from '../features/staff/site-storage/site-storage.routes.ts'
import { cookieName, cookieSettings, readCookies, sessionCookie } from '../http/access/cookies.ts'
import { allowOrigins } from '../http/access/cors.ts'
import { readForwardedFor } from '../http/access/forwarded-for.ts'
import { addCallLimits } from '../http/access/limit-calls.ts'
import { checkOrigin } from '../http/access/origin.ts'
import { sendSecurityHeaders } from '../http/access/security-headers.ts'
import { createViewers } from '../http/access/viewers.ts'
import { serveApiDocs } from '../http/api/docs.ts'
import { handleErrors, rejectUnreadableRequest, sendError } from '../http/api/errors.ts'
import { serializerOf } from '../http/api/serialize.ts'
import { serveMedia } from '../http/files/media-files.ts'
import { readInlineScripts, replaceUnreadablePath, serveWeb, webDist } from '../http/files/web-files.ts'
import { countRequests } from '../http/lifecycle/count-requests.ts'
import { limitArrival } from '../http/lifecycle/deadline.ts'
import { type DrainLimits, drainUnreadBodies } from '../http/lifecycle/drain.ts'
import { serveHealth } from '../http/lifecycle/health.ts'
import { RequestLog } from '../http/lifecycle/log-requests.ts'
import { createRequestId, startActivities } from '../http/lifecycle/request-ids.ts'
import { addShutdown } from '../http/lifecycle/shutdown.ts'
import { createEarlyServer } from '../http/response-cache/early-server.ts'
import { cacheResponses, ResponseCache, repeatResponses } from '../http/response-cache/response-cache.ts'
import { withoutActivity } from '../lib/logger.ts'
import { createSigner } from '../lib/security/signer.ts'
import { poolOf } from './worker.ts'

const features = [
  accountRoutes,
  blockRoutes,
  commentRuleRoutes,
  commentRoutes,
  accountDeletionRoutes,
  embedRoutes,
  eventRoutes,
  exportRoutes,
  subscriptionFeedRoutes,
  hiddenRoutes,
  historyRoutes,
  notificationRoutes,
  pageViewRoutes,
  likeRoutes,
  mentionRoutes,
  moderationRoutes,
  passkeyRoutes,
  playlistRoutes,
  providerRoutes,
  pushRoutes,
  reportRoutes,
  diskSpaceRoutes,
  searchRoutes,
  sessionRoutes,
  signInRoutes,
  siteSettingsRoutes,
  statisticsRoutes,
  storageRoutes,
  subscriptionRoutes,
  twoStepRoutes,
  uploadDraftRoutes,
  uploadRoutes,
]

export interface AppOptions {
  /** The folder of the built web. */
  webRoot?: string
  /** How long a response is shared by visitors, and a session is cached. */
  freshMs?: number
  /** How long a page waits for its data before it is sent without it. */
  documentDeadlineMs?: number
  /** How long a request other than an upload may take to arrive completely. */
  arrivalMs?: number
  /** How long a read may take before it is logged at the default level. */
  slowMs?: number
  /** How much of an unread body is read and dropped after the request was answered. */
  drainLimits?: DrainLimits
}

/** Builds the HTTP server: first the parts that apply to every request, then the routes of each feature. */
export async function buildApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const signer = createSigner(await loadSecret(context.sql, 'signing'))
  const appContext: AppContext = { ...context, signer }
  const { webRoot = webDist, freshMs = 1000, documentDeadlineMs: deadlineMs } = options
  const cache = new ResponseCache(freshMs)
  const app = createServer(context, cache, options)
  readForwardedFor(app, context)
  drainUnreadBodies(app, options.drainLimits)
  handleErrors(app)
  addShutdown(app)
  countRequests(app, context.metrics)
  cacheResponses(app, cache, context)
  startActivities(app, context.log)
  await handleEveryRequest(app, context, { webRoot, arrivalMs: options.arrivalMs })

  const findViewer = createViewers(app, context, freshMs)
  const sendDocument = createDocuments(app, appContext, { webRoot, findViewer, deadlineMs })
  addCallLimits(app, context)
  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.viewer = await findViewer(request, reply)
    })
    addFeatures(api, appContext)
  })
  rssRoutes(app, appContext)
  sitemapRoutes(app, appContext)
  serveHealth(app, context)
  // The names of the caches are labels of metrics, which dashboards use.
  const caches = { answers: app.responseCache, sessions: app.knownSessions }
  serveMetrics(app, context, { caches, poolOf })
  serveStoredFiles(app, appContext, findViewer)
  serveEmbeds(app, appContext, webRoot)
  await serveWeb(app, {
    root: webRoot,
    sendDocument,
    // The templates of embedded players are only sent with a video.
    hiddenFiles: ['embed*.html'],
    // Every page loads it.
    hourlyFiles: ['insights/script.js'],
    // Where clients written for a well-known hosting provider load the script of its page views.
    aliases: { '/_vercel/insights/script.js': 'insights/script.js' },
  })
  return app
}

function createServer(
  context: Context,
  cache: ResponseCache,
  { slowMs = 1000 }: AppOptions,
): FastifyInstance {
  const { config, log } = context
  const app = fastify({
    serverFactory: createEarlyServer(repeatResponses(cache, context)),
    loggerInstance: withoutActivity(log) as FastifyBaseLogger,
    genReqId: (request) => createRequestId(config, request),
    logController: new RequestLog(log, slowMs),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 0,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => replaceUnreadablePath(url),
    // An address that cannot be decoded or is too long.
    frameworkErrors: (_error, _request, reply) => sendError(reply, 404, 'request.not-found', 'Not found'),
    clientErrorHandler: rejectUnreadableRequest,
  })
  app.server.headersTimeout = 15_000
  app.setSerializerCompiler<object>(({ schema }) => serializerOf(schema))
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('viewer', undefined)
  app.decorate('scratchDir', config.scratchDir)
  app.decorate('internalCalls', new Map())
  return app
}

/** Headers, parsers and checks that do not depend on the route. */
async function handleEveryRequest(
  app: FastifyInstance,
  { config }: Context,
  { webRoot, arrivalMs = 30_000 }: { webRoot: string; arrivalMs: number | undefined },
) {
  sendSecurityHeaders(app, config, readInlineScripts(webRoot))
  allowOrigins(app, config)
  await app.register(cookie)
  readCookies(app, config)
  // Clients do not compress their requests.
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  await app.register(multipart)
  await serveApiDocs(app, cookieName(sessionCookie, cookieSettings(config)))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    checkOrigin(request, config)
    limitArrival(request, reply, arrivalMs)
    done()
  })
}

function addFeatures(api: FastifyInstance, context: AppContext) {
  for (const addRoutes of features) addRoutes(api, context)
  // The lists of videos and tweets have results of the search, which these two features may not import.
  const { findVideos, findTweets } = createSearch(context)
  videoRoutes(api, context, findVideos)
  tweetRoutes(api, context, findTweets)
  failedJobRoutes(api, context, poolOf)
}

function serveStoredFiles(
  app: FastifyInstance,
  context: AppContext,
  findViewer: ReturnType<typeof createViewers>,
) {
  const { config, storage } = context
  const findPicture = createPictureAccess(context)
  serveMedia(
    app,
    {
      storage,
      xAccelPrefix: config.xAccelPrefix,
      transfersPerNetwork: config.transfersPerNetwork,
      findViewer,
    },
    {
      avatars: findPicture,
      covers: findPicture,
      exports: createExportAccess(context),
      tweets: findPicture,
      videos: createVideoAccess(context),
    },
  )
}
