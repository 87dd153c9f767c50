import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendError } from './errors.ts'

export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The built web: hashed files for good, everything else asked anew, and the app's page for any of its routes. */
export async function serveWeb(app: FastifyInstance, root: string) {
  const isBuilt = existsSync(join(root, 'index.html'))
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.{br,gz}'],
    schemaHide: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = /^(GET|HEAD)$/.test(request.method) && isPageAddress(path)
    if (!isPage || !isBuilt) return sendError(reply, 404, 'Not found')
    return reply.sendFile('index.html')
  })
}

/** An API call or a missing file must never be answered with HTML. */
function isPageAddress(path: string): boolean {
  if (/^\/(api|media|assets)(\/|$)/.test(path)) return false
  return path.startsWith('/profile/') || !/\.[a-z0-9]+$/i.test(path)
}
