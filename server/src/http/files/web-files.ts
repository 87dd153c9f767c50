import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../api/errors.ts'
import { allowOtherSites } from './media-files.ts'

export const webDist = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/**
 * Sends index.html with the content of the page; resolves to false if the plain file has to be sent. A `cache-control`
 * that it has set is kept.
 */
export type SendDocument = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

interface WebOptions {
  root: string
  sendDocument: SendDocument
  /** Patterns of files that are not sent under their own names. */
  hiddenFiles: string[]
  /** Files that are cached for an hour although their names have no hash. */
  hourlyFiles: string[]
  /** Other addresses of files. */
  aliases: Readonly<Record<string, string>>
}

/**
 * Serves the built web: files with a hash in their name are cached forever, and every other address is a page of the
 * app.
 */
export async function serveWeb(
  app: FastifyInstance,
  { root, sendDocument, hiddenFiles, hourlyFiles, aliases }: WebOptions,
) {
  const isBuilt = existsSync(join(root, 'index.html'))
  const announce = isBuilt ? readPreloads(join(root, 'preload.json')) : () => undefined
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    globIgnore: ['assets/**', '**/*.{br,gz}', ...hiddenFiles],
    schemaHide: true,
    setHeaders: (reply, path) => {
      const name = relative(root, path)
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', cacheControlOf(name, hourlyFiles))
      if (name.startsWith('assets/')) allowOtherSites(reply)
    },
  })
  // One route for all assets: a route for each would add a tenth of a second to every start.
  const assets = listAssets(root)
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, ({ params }, reply) =>
    assets.has(params['*']) ? reply.sendFile(`assets/${params['*']}`) : reply.callNotFound(),
  )
  for (const [address, file] of Object.entries(aliases))
    app.get(address, { schema: { hide: true } }, (_request, reply) => reply.sendFile(file))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = /^(GET|HEAD)$/.test(request.method) && isPageAddress(path)
    if (!isPage || !isBuilt) return sendError(reply, 404, 'request.not-found', 'Not found')
    const link = announce(path)
    if (link) reply.header('link', link)
    return (await sendDocument(request, reply)) ? reply : reply.sendFile('index.html')
  })
}

function listAssets(root: string): Set<string> {
  const folder = join(root, 'assets')
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const files = found.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  return new Set(files.map((file) => relative(folder, join(file.parentPath, file.name))))
}

function cacheControlOf(name: string, hourlyFiles: string[]): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  // Also their compressed versions.
  return hourlyFiles.some((file) => name.startsWith(file)) ? 'public, max-age=3600' : 'no-cache'
}

/** The inline scripts of index.html, which the Content-Security-Policy allows one by one. */
export function readInlineScripts(root: string): string[] {
  const page = join(root, 'index.html')
  if (!existsSync(page)) return []
  return [...readFileSync(page, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => script,
  )
}

/** Finds the Link header for a path, with which the browser loads files before it has read the page. */
function readPreloads(file: string): (path: string) => string | undefined {
  const preloads: { path: string; links: string[] }[] = JSON.parse(readFileSync(file, 'utf8'))
  const rules = preloads.map(({ path, links }) => ({ pattern: new RegExp(path), link: links.join(', ') }))
  return (path) => rules.find(({ pattern }) => pattern.test(path))?.link
}

/** Calls of the API and missing files must not be answered with HTML. */
function isPageAddress(path: string): boolean {
  if (/^\/(api|media|assets)(\/|$)/.test(path)) return false
  return /^\/profile\/|\.html?$/i.test(path) || !/\.[a-z0-9]+$/i.test(path)
}

/** Replaces an address that cannot be decoded, which no route matches, by one that the app shows as not found. */
export function replaceUnreadablePath(url: string): string {
  const [path = '/'] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return isPageAddress(path) ? '/unreadable' : url
  }
}
