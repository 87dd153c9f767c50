import { type PageRoute, readSearch, routeOf } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { sendsSession, type Viewer } from '../../../http/access/sessions.ts'
import type { SendDocument } from '../../../http/files/web-files.ts'
import { CachedResponse } from '../../../http/response-cache/cached-response.ts'
import { sendBytes, variedHeaders } from '../../../http/response-cache/send-cached.ts'
import { siteAddress } from '../../../http/site-address.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isSameForAll, loadPageHead, type PageLocation } from './pages.ts'
import { renderHead } from './render-head.ts'
import { readTemplate } from './template.ts'
import { Visit } from './visit.ts'

/** If the data takes longer, the page loads it and shows that it is loading. */
const defaultDeadlineMs = 300
/** How long pages of a route are sent without data after one was late: each would request its data twice. */
const pauseMs = 1000
const type = 'text/html; charset=utf-8'

interface DocumentOptions {
  webRoot: string
  findViewer: (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | undefined>
  deadlineMs?: number | undefined
}

/**
 * Documents are index.html with the head of the page, for clients without JavaScript, and with the responses to the
 * first calls of the page, so that it is painted without another round trip (decision 42). Visitors share finished
 * documents for a moment (decision 48); a signed-in person's is made for each request.
 */
export function createDocuments(
  app: FastifyInstance,
  context: AppContext,
  { webRoot, findViewer, deadlineMs = defaultDeadlineMs }: DocumentOptions,
): SendDocument {
  const fill = readTemplate(webRoot)
  const pausedUntil = new Map<PageRoute, number>()
  if (!fill) return async () => false

  async function make(location: PageLocation, request: FastifyRequest, reply: FastifyReply) {
    const startedAt = performance.now()
    try {
      if (sendsSession(request)) request.viewer = await findViewer(request, reply)
      const visit = new Visit(request, reply)
      const { isMissing, ...head } = await loadPageHead(visit, location)
      const text = fill?.(renderHead(head, location.site), visit.responses) ?? ''
      return new CachedResponse({
        ...{ startedAt, status: isMissing ? 404 : 200, type, text },
        // Everything that was requested is in the shared responses.
        ...{ input: {}, changesWith: visit.isShared ? [] : 'anything', sources: visit.shared },
      })
    } catch (error) {
      // The page makes the same calls and shows the error.
      if (!(error instanceof AppError))
        request.log.warn({ err: error }, 'a document is sent without its data')
      return undefined
    }
  }

  return async (request, reply) => {
    const location = readLocation(request, siteAddress(context.config, request))
    const isPersonal = sendsSession(request)
    reply.header('vary', variedHeaders)
    // Never cached: it would outlive the session in the browser's cache. Pages without data may renew the cookie too.
    if (isPersonal) reply.header('cache-control', 'private, no-store')
    if (performance.now() < (pausedUntil.get(location.route) ?? 0)) return false
    const makeDocument = () => make(location, request, reply)
    const made = isPersonal ? makeDocument() : app.responseCache.get(keyOf(location), makeDocument)
    const onLate = () => pausedUntil.set(location.route, performance.now() + pauseMs)
    const document = await waitAtMost(made, deadlineMs, onLate)
    if (!document) return false
    if (isPersonal) await sendBytes(request, reply, document)
    else await app.responseCache.send(request, reply, document)
    return true
  }
}

function readLocation({ url }: FastifyRequest, site: string): PageLocation {
  const end = url.indexOf('?')
  const path = (end < 0 ? url : url.slice(0, end)).replace(/\/+$/, '') || '/'
  const query = new URLSearchParams(end < 0 ? '' : url.slice(end))
  return { route: routeOf(path), path, id: decodeURIComponent(path.split('/')[2] ?? ''), query, site }
}

/** Names everything that a visitor's document depends on. */
function keyOf({ route, path, query, site }: PageLocation): string {
  if (route === '/search') return `${site} ${JSON.stringify(readSearch(query))}`
  return `${site} ${isSameForAll(route) ? route : path}`
}

function waitAtMost<Value>(work: Promise<Value>, ms: number, onLate: () => void): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate()
      resolve(undefined)
    }, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
