import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { createNetworkCheck } from '../../../http/access/rate-limit.ts'
import { sendPublicText } from '../../../http/files/public-text.ts'
import { listCacheControl, siteAddress } from '../../../http/site-address.ts'
import { notFound } from '../../../lib/app-error.ts'
import { createPartList, kinds, openPart } from './sitemap.service.ts'
import { writeIndex } from './sitemap.view.ts'

const contentType = 'application/xml; charset=utf-8'
const maxAgeSeconds = 3600
/** A part may have 40,000 entries. */
const partsPerMinute = 60

/** Pages that are empty for visitors. Crawlers may load the API, because pages need it. */
const personalPages = [
  '/auth',
  '/create-tweet',
  '/insights',
  '/liked-videos',
  '/moderation',
  '/notifications',
  '/playlists',
  '/reset-password',
  '/settings',
  '/subscriptions',
  '/unsubscribe',
  '/upload-video',
  '/watch-history',
]

/** robots.txt and the sitemap, for search engines. */
export function sitemapRoutes(app: FastifyInstance, context: AppContext) {
  const listParts = createPartList(context)
  const schema = { hide: true }
  const assertWithinLimit = createNetworkCheck({ max: partsPerMinute, windowSeconds: 60 })
  const cacheControl = listCacheControl(context.config, maxAgeSeconds)

  app.get('/robots.txt', { schema }, async (request, reply) => {
    const rules = ['User-agent: *', ...personalPages.map((path) => `Disallow: ${path}`)]
    const text = `${rules.join('\n')}\n\nSitemap: ${siteAddress(context.config, request)}/sitemap.xml\n`
    return sendPublicText(request, reply, { contentType: 'text/plain; charset=utf-8', text, cacheControl })
  })
  app.get('/sitemap.xml', { schema }, async (request, reply) => {
    const text = writeIndex(siteAddress(context.config, request), await listParts())
    return sendPublicText(request, reply, { contentType, text, cacheControl })
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', { schema }, async (request, reply) => {
    const [, name, part = ''] = /^(\w+)-(\d+)\.xml$/.exec(request.params.file) ?? []
    const kind = kinds.find((one) => one === name)
    if (!kind) throw notFound('request.not-found', 'Not found')
    assertWithinLimit(request, context.clock.now())
    const xml = await openPart(context, kind, part, siteAddress(context.config, request))
    return reply.header('cache-control', cacheControl).type(contentType).send(xml)
  })
}
