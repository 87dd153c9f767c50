import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from '../media/storage/storage.ts'
import { StorageMissingError } from '../media/storage/storage-errors.ts'
import { isKey } from '../media/storage/storage-key.ts'
import { sendError } from './errors.ts'
import { parseRange } from './ranges.ts'

/** Files never change under their name, so a browser may keep them for good. */
const cacheForever = 'public, max-age=31536000, immutable'

/** Serves stored files under /media/. The path is a storage key, checked as one, never a path of the disk. */
export function serveMedia(app: FastifyInstance, storage: Storage) {
  app.get('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const key = (request.params as { '*': string })['*']
    if (!isKey(key)) return sendError(reply, 404, 'Not found')
    return sendStored(request, reply, storage, key)
  })
}

async function sendStored(request: FastifyRequest, reply: FastifyReply, storage: Storage, key: string) {
  const file = await storage.stat(key)
  if (!file) return sendError(reply, 404, 'Not found')
  reply.headers({
    'content-type': file.contentType,
    'cache-control': cacheForever,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    // Whatever a file turns out to be, it runs nothing and reaches nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send()
  const ifRange = request.headers['if-range']
  const mayUseRange = ifRange === undefined || ifRange === file.etag
  const range = parseRange(mayUseRange ? request.headers.range : undefined, file.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    return sendError(reply, 416, 'The range is outside the file')
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD') return reply.send()
  try {
    return reply.send(await storage.read(key, range))
  } catch (error) {
    if (error instanceof StorageMissingError) return sendError(reply, 404, 'Not found')
    throw error
  }
}
