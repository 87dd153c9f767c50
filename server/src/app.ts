import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import type { Context } from './context.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { subscriptionRoutes } from './features/subscriptions/subscriptions.routes.ts'
import { limitArrival } from './http/deadline.ts'
import { serveApiDocs } from './http/docs.ts'
import { handleError } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { serveMedia } from './http/media-files.ts'
import { checkOrigin } from './http/origin.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { findViewer } from './http/sessions.ts'
import { serveWeb } from './http/web-files.ts'

const features = [accountRoutes, notificationRoutes, subscriptionRoutes]
const arrivalMs = 30_000

/** The whole HTTP side: what every request goes through, then each feature's routes. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, sql, clock, log } = context
  const cookies = { isSecure: config.publicUrl?.startsWith('https:') ?? false }
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 0,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.server.headersTimeout = 15_000
  app.setErrorHandler(handleError)
  app.decorateRequest('viewer', undefined)

  await sendSecurityHeaders(app, config)
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
    for (const addRoutes of features) addRoutes(api, context)
  })
  serveHealth(app, context)
  serveMedia(app, context.storage)
  await serveWeb(app)
  return app
}
