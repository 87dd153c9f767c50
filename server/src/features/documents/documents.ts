import { addressOf, api, type PageRoute, readSearch, routeOf } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { cookieSettings, findViewer, sendsSession } from '../../http/access/sessions.ts'
import { isKnown } from '../../http/files/etag.ts'
import type { SendDocument } from '../../http/files/web-files.ts'
import { siteAddress } from '../../http/site-address.ts'
import { AppError } from '../../lib/app-error.ts'
import { DocumentCache } from './document-cache.ts'
import { renderHead } from './head.ts'
import { isSameForAll, loadPage, type Place } from './pages.ts'
import { Document, type Encoding, encodings, readTemplate } from './template.ts'
import { Visit } from './visit.ts'

/** What takes longer is left to the page, which shows that it is loading. */
const defaultDeadlineMs = 300
/** How long pages of a route are sent without data after one of them was late: each would ask for its data twice. */
const pauseMs = 1000
/** Longer addresses are rare, and not worth remembering. */
const maxKeyLength = 500
const cacheLimits = { freshMs: 1000, maxEntries: 500, maxBytes: 32 * 1024 * 1024 }

/**
 * Documents are index.html with the head of the page, for those who do not run the app, and with the answers to the
 * first calls of the page, so that it is painted without another round trip (decision 42). Visitors share finished
 * documents for a moment; a signed-in person's is made for each request.
 */
export function createDocuments(
  app: FastifyInstance,
  context: AppContext,
  webRoot: string,
  deadlineMs = defaultDeadlineMs,
): SendDocument {
  const fill = readTemplate(webRoot)
  const cache = new DocumentCache<Document>(cacheLimits)
  const pausedUntil = new Map<PageRoute, number>()
  forgetAfterChanges(app, cache)
  if (!fill) return async () => false

  async function make(place: Place, request: FastifyRequest, reply: FastifyReply) {
    try {
      if (sendsSession(request))
        request.viewer = await findViewer(
          context.sql,
          request,
          reply,
          context.clock.now(),
          cookieSettings(context.config),
        )
      const visit = new Visit(request, reply)
      const { isMissing, ...head } = await loadPage(visit, place)
      return new Document(isMissing ? 404 : 200, fill?.(renderHead(head, place.site), visit.answers) ?? '')
    } catch (error) {
      // The page makes the same calls and shows what is wrong.
      if (!(error instanceof AppError))
        request.log.warn({ err: error }, 'a document is sent without its data')
      return undefined
    }
  }

  return async (request, reply) => {
    const place = readPlace(request, siteAddress(context.config, request))
    const isPersonal = sendsSession(request)
    reply.header('vary', 'accept-encoding, cookie')
    // Not kept at all: it would outlive the session, in the browser's cache. A page without data may renew the cookie too.
    if (isPersonal) reply.header('cache-control', 'private, no-store')
    if (performance.now() < (pausedUntil.get(place.route) ?? 0)) return false
    const key = keyOf(place)
    const made =
      isPersonal || key.length > maxKeyLength
        ? make(place, request, reply)
        : cache.get(key, () => make(place, request, reply))
    const onLate = () => pausedUntil.set(place.route, performance.now() + pauseMs)
    const document = await withDeadline(made, deadlineMs, onLate)
    if (document) await send(document, isPersonal, request, reply)
    return document !== undefined
  }
}

function readPlace({ url }: FastifyRequest, site: string): Place {
  const end = url.indexOf('?')
  const path = (end < 0 ? url : url.slice(0, end)).replace(/\/+$/, '') || '/'
  const query = new URLSearchParams(end < 0 ? '' : url.slice(end))
  return { route: routeOf(path), path, id: decodeURIComponent(path.split('/')[2] ?? ''), query, site }
}

/** Names everything that a visitor's document depends on. */
function keyOf({ route, path, query, site }: Place): string {
  if (route === '/search') return `${site} ${JSON.stringify(readSearch(query))}`
  return `${site} ${isSameForAll(route) ? route : path}`
}

/** Sent often, by everyone who watches or reads, and nothing that visitors see changes at once. */
const unseenChanges = [
  api.history.add,
  api.insights.recordView,
  api.notifications.markAllRead,
  api.notifications.markRead,
  api.statistics.recordPlayed,
  api.videos.recordView,
]

/** What a person has just changed is shown to visitors at once, by this process. */
function forgetAfterChanges(app: FastifyInstance, cache: DocumentCache<Document>) {
  const unseen = new Set(unseenChanges.map((endpoint) => `${endpoint.method} ${addressOf(endpoint)}`))
  app.addHook('onSend', async ({ method, viewer, routeOptions }, { statusCode }) => {
    const isChange = !/^(GET|HEAD)$/.test(method) && statusCode < 400
    if (viewer && isChange && !unseen.has(`${method} ${routeOptions.url}`)) cache.clear()
  })
}

function withDeadline<Value>(
  work: Promise<Value>,
  ms: number,
  onLate: () => void,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate()
      resolve(undefined)
    }, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function send(document: Document, isPersonal: boolean, request: FastifyRequest, reply: FastifyReply) {
  const { status, etag, plain } = document
  reply.status(status).type('text/html; charset=utf-8')
  if (!isPersonal) reply.headers({ 'cache-control': 'no-cache', etag })
  if (!isPersonal && status === 200 && isKnown(request, etag)) return reply.status(304).send()
  const encoding = encodings.find((one) => accepts(request, one))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(encoding ? await document.encoded(encoding) : plain)
}

function accepts({ headers }: FastifyRequest, encoding: Encoding): boolean {
  const offers = String(headers['accept-encoding'] ?? '').split(',')
  return offers.some((offer) => {
    const [name = '', quality = ''] = offer.trim().split(/\s*;\s*/)
    return name.toLowerCase() === encoding && !/^q=0(\.0*)?$/.test(quality)
  })
}
