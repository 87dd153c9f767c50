import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendError } from './errors.ts'

export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The built web: hashed files for good, nearly everything else asked anew, and the app's page for any of its routes. */
export async function serveWeb(app: FastifyInstance, root: string) {
  const isBuilt = existsSync(join(root, 'index.html'))
  const announce = isBuilt ? readPreloads(join(root, 'preload.json')) : () => undefined
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.{br,gz}'],
    schemaHide: true,
    setHeaders: (reply, path) => reply.header('cache-control', cacheControlOf(path)),
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = /^(GET|HEAD)$/.test(request.method) && isPageAddress(path)
    if (!isPage || !isBuilt) return sendError(reply, 404, 'request.not-found', 'Not found')
    const link = announce(path)
    if (link) reply.header('link', link)
    return reply.sendFile('index.html')
  })
}

function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // Every page asks for it, under a name without a hash.
  return path.includes('/insights/script.js') ? 'public, max-age=3600' : 'no-cache'
}

/** The scripts that stand in the page itself: the Content-Security-Policy names each of them. */
export function readInlineScripts(root: string): string[] {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return []
  return [...readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => script,
  )
}

/** What a page of this path needs first, as a Link header: the browser asks for it before it has read the page. */
function readPreloads(file: string): (path: string) => string | undefined {
  const preloads: { path: string; links: string[] }[] = JSON.parse(readFileSync(file, 'utf8'))
  const rules = preloads.map(({ path, links }) => ({ pattern: new RegExp(path), link: links.join(', ') }))
  return (path) => {
    const rule = rules.find(({ pattern }) => pattern.test(path))
    return rule && path.replace(rule.pattern, rule.link)
  }
}

/** An API call or a missing file must never be answered with HTML. */
function isPageAddress(path: string): boolean {
  if (/^\/(api|media|assets)(\/|$)/.test(path)) return false
  return /^\/profile\/|\.html?$/i.test(path) || !/\.[a-z0-9]+$/i.test(path)
}

/** A person may mistype a page's address so that it cannot even be decoded: no route takes it, but the app's page can say so. */
export function nameUnreadablePage(url: string): string {
  const [path = '/'] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return isPageAddress(path) ? '/unreadable' : url
  }
}
