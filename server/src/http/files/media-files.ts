import type { OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cacheNever } from '../../media/storage/cache-control.ts'
import { attachmentNamed } from '../../media/storage/content-disposition.ts'
import type { ByteRange, Storage, StoredFile } from '../../media/storage/storage.ts'
import { StorageMissingError } from '../../media/storage/storage-errors.ts'
import { isKey } from '../../media/storage/storage-key.ts'
import type { Viewer } from '../access/sessions.ts'
import { sendError } from '../api/errors.ts'
import { type OpenFile, OpenFiles } from './open-files.ts'
import { sendPart } from './send-part.ts'
import { Transfers } from './transfers.ts'

/** Transfers end within seconds, except for those of a client that does not read. */
const busyRetrySeconds = 5
const tooManyTransfers =
  'Too many files are being loaded from your network at the same time. Please try again shortly.'
const fileHeaders = new Set([
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
])

/** How long a signed URL of the store is valid unless the file says otherwise. */
const defaultDirectSeconds = 6 * 3600

/** The parts of an address below /media. */
export interface FileRequest {
  key: string
  /** The first two segments of the key, such as `videos/ID`: access is decided for the whole folder. */
  folder: string
  /** `signed` lets a browser read a private file, `download` saves a file under a name. */
  signature: { use: 'signed' | 'download'; token: string } | undefined
  downloadName: string | undefined
  /** Who sends the request. Most files do not depend on it. */
  findViewer: () => Promise<Viewer | undefined>
}

export interface ServedFile {
  key: string
  isPublic: boolean
  cacheControl: string
  downloadName?: string
  /** How long a signed URL of the store is valid, if the file requires a shorter time. It is never cached then. */
  directSeconds?: number
}

/** Finds the file to send. Undefined if there is none or the requester may not get it. */
export type FindFile = (request: FileRequest) => Promise<ServedFile | undefined>

interface MediaOptions {
  storage: Storage
  xAccelPrefix: string | undefined
  transfersPerNetwork: number
  findViewer: (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | undefined>
}

/**
 * Serves stored files. The path is a storage key, checked as one, never a path of the disk:
 * `/media/KEY` for public files, `/media/signed/TOKEN/KEY` for private files and
 * `/media/download/TOKEN/KEY?name=` to save a file under a name. The first segment of the key selects one of the
 * `finders`, which decides on access; other keys do not exist.
 */
export function serveMedia(
  app: FastifyInstance,
  { storage, xAccelPrefix, transfersPerNetwork, findViewer }: MediaOptions,
  finders: Readonly<Record<string, FindFile>>,
) {
  const openFiles = new OpenFiles(storage)
  const options = { xAccelPrefix, transfers: new Transfers(transfersPerNetwork) }
  app.addHook('onClose', () => openFiles.close())
  app.route({
    // HEAD is listed because the one that Fastify adds would report every file as empty.
    method: ['GET', 'HEAD'],
    url: '/media/*',
    schema: { hide: true },
    config: { isPacedByClient: true },
    handler: async (request, reply) => {
      const file = await findFile(request, finders, () => findViewer(request, reply))
      if (!file) return sendError(reply, 404, 'request.not-found', 'Not found')
      if (file.isPublic) allowOtherSites(reply)
      // A signed address of the store is for GET only.
      const isSentByStore = storage.kind === 's3' && request.method === 'GET'
      try {
        if (isSentByStore) return await redirectToStorage(reply, storage, file)
        if (storage.kind === 's3') {
          sendHead(request, reply, file, await storage.stat(file.key))
          return reply
        }
        return await openFiles.use(file.key, (open) => sendFromDisk(request, reply, file, open, options))
      } catch (error) {
        if (error instanceof StorageMissingError)
          return sendError(reply, 404, 'request.not-found', 'Not found')
        throw error
      }
    },
  })
}

/**
 * For files that are public without a cookie: feed readers show them in their own pages, and a player in a sandboxed
 * frame has no origin, so that browsers treat its files as those of another site.
 */
export function allowOtherSites(reply: Pick<FastifyReply, 'header' | 'hasHeader'>) {
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*')
}

async function findFile(
  request: FastifyRequest,
  finders: Readonly<Record<string, FindFile>>,
  findViewer: FileRequest['findViewer'],
) {
  const path = (request.params as { '*': string })['*']
  const { name } = request.query as { name?: unknown }
  const [, use, token = '', rest = ''] = /^(signed|download)\/([^/]+)\/(.+)$/.exec(path) ?? []
  const key = use ? rest : path
  if (!isKey(key)) return undefined
  const [kind = '', id] = key.split('/')
  const find = Object.hasOwn(finders, kind) ? finders[kind] : undefined
  return find?.({
    key,
    folder: `${kind}/${id}`,
    signature: use === 'signed' || use === 'download' ? { use, token } : undefined,
    downloadName: typeof name === 'string' ? name : undefined,
    findViewer,
  })
}

/**
 * The store sends the file itself. Only playlists and captions are sent from here: they name other files relative to
 * their own address, which must stay an address of this site.
 */
async function redirectToStorage(reply: FastifyReply, storage: Storage, served: ServedFile) {
  const { key, isPublic, downloadName, directSeconds = defaultDirectSeconds } = served
  if (/\.(m3u8|vtt)$/.test(key)) return sendWhole(reply, storage, served)
  const url = await storage.directUrl(key, {
    expiresInSeconds: directSeconds,
    isPublic,
    cacheControl: served.cacheControl,
    ...(downloadName && { downloadName }),
  })
  if (!url) return sendError(reply, 404, 'request.not-found', 'Not found')
  const cacheControl = served.directSeconds ? cacheNever : `private, max-age=${directSeconds / 2}`
  return reply.header('cache-control', cacheControl).redirect(url)
}

/** Reads the whole file before it is sent, so that a store that fails halfway causes an error and not half a file. */
async function sendWhole(reply: FastifyReply, storage: Storage, served: ServedFile) {
  const file = await storage.stat(served.key)
  if (!file) return sendError(reply, 404, 'request.not-found', 'Not found')
  const bytes = await buffer(await storage.read(served.key))
  describe(reply, served, file)
  return reply.send(bytes)
}

function describe(reply: FastifyReply, { cacheControl, downloadName }: ServedFile, file: StoredFile) {
  reply.headers({
    'content-type': file.contentType,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    // Even a file that contains a page or a script cannot do anything in a browser.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (downloadName) reply.header('content-disposition', attachmentNamed(downloadName))
}

async function sendFromDisk(
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServedFile,
  file: OpenFile | undefined,
  { xAccelPrefix, transfers }: { xAccelPrefix: string | undefined; transfers: Transfers },
) {
  const range = sendHead(request, reply, served, file)
  if (!file || !range) return reply
  if (xAccelPrefix && isRangeSafeForNginx(request, reply))
    return sendByNginx(reply, xAccelPrefix + served.key)
  const end = transfers.begin(request.ip)
  if (!end) return refuseTransfer(reply)
  reply.hijack()
  try {
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
    await sendPart(file.handle, range, reply.raw)
  } finally {
    end()
  }
  return reply
}

function refuseTransfer(reply: FastifyReply) {
  // They describe the file that is not sent.
  for (const name of Object.keys(reply.getHeaders())) if (fileHeaders.has(name)) reply.removeHeader(name)
  reply.header('cache-control', 'no-store').header('retry-after', busyRetrySeconds)
  return sendError(reply, 429, 'request.too-many', tooManyTransfers)
}

/** Whether nginx interprets the range as we do. It does not ignore all invalid ranges. */
const isRangeSafeForNginx = ({ headers }: FastifyRequest, { statusCode }: FastifyReply) =>
  headers.range === undefined || statusCode === 206

/** nginx sends the file or its range, sets the range headers and keeps our other headers (deploy/nginx.conf). */
function sendByNginx(reply: FastifyReply, path: string) {
  // nginx adds this to a whole file, but not to a part.
  if (reply.statusCode !== 206) reply.removeHeader('accept-ranges')
  for (const name of ['content-length', 'content-range']) reply.removeHeader(name)
  return reply.status(200).header('x-accel-redirect', path).send()
}

/** Sends everything but the content. Returns the range of the file that has to follow, if any. */
function sendHead(
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServedFile,
  file: StoredFile | undefined,
): ByteRange | undefined {
  if (!file) return void sendError(reply, 404, 'request.not-found', 'Not found')
  describe(reply, served, file)
  if (request.headers['if-none-match'] === file.etag) return void reply.status(304).send()
  const ifRange = request.headers['if-range']
  const mayUseRange = ifRange === undefined || ifRange === file.etag
  const range = parseRange(mayUseRange ? request.headers.range : undefined, file.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    return void sendError(reply, 416, 'request.range-outside', 'The range is outside the file')
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD') return void reply.send()
  return range ?? { start: 0, end: file.size - 1 }
}

/**
 * Reads a Range header for a file of this size. Undefined means to send the whole file, because there is no range or
 * one that a server may ignore; `'unsatisfiable'` means to respond with 416.
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
