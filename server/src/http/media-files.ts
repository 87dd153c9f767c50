import { buffer } from 'node:stream/consumers'
import type { Visibility } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import type { Signer } from '../lib/signer.ts'
import { cacheForever, cachePrivately, cacheWhilePublic } from '../media/storage/cache-control.ts'
import { attachmentNamed } from '../media/storage/content-disposition.ts'
import type { Storage, StoredFile } from '../media/storage/storage.ts'
import { StorageMissingError } from '../media/storage/storage-errors.ts'
import { isKey } from '../media/storage/storage-key.ts'
import { sendError } from './errors.ts'
import { parseRange } from './ranges.ts'

/** Kinds of folders whose files are public, unless what they belong to is hidden as a whole. */
const alwaysPublic = new Set(['avatars', 'covers', 'tweets'])
/** How long an address of the storage itself may be used. */
const directSeconds = 6 * 3600

export interface MediaOptions {
  storage: Storage
  signer: Signer
  clock: Clock
  /** The video that a folder belongs or belonged to, with the folder that it has now. */
  findVideo: (folder: string) => Promise<{ folder: string; visibility: Visibility } | undefined>
  /** Whether a picture belongs to a removed tweet or to an account that is not shown. */
  isHidden: (folder: string) => Promise<boolean>
  /** Whether a folder holds an export of someone's data that has not expired. */
  isLiveExport: (folder: string) => Promise<boolean>
}

interface Wanted {
  key: string
  isPublic: boolean
  cacheControl: string
  downloadName?: string
}

/**
 * Serves stored files. The path is a storage key, checked as one, never a path of the disk:
 * `/media/KEY` for what anyone may see, `/media/signed/TOKEN/KEY` for private files and
 * `/media/download/TOKEN/KEY?name=` to save a file under a name.
 */
export function serveMedia(app: FastifyInstance, options: MediaOptions) {
  app.route({
    // HEAD is named because the one that Fastify adds by itself would say that every file is empty.
    method: ['GET', 'HEAD'],
    url: '/media/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const wanted = await resolve(request, options)
      if (!wanted) return sendError(reply, 404, 'request.not-found', 'Not found')
      const send = options.storage.kind === 's3' ? redirectToStorage : sendStored
      try {
        return await send(request, reply, options.storage, wanted)
      } catch (error) {
        if (error instanceof StorageMissingError)
          return sendError(reply, 404, 'request.not-found', 'Not found')
        throw error
      }
    },
  })
}

async function resolve(request: FastifyRequest, options: MediaOptions): Promise<Wanted | undefined> {
  const { signer, clock, findVideo, isHidden, isLiveExport } = options
  const path = (request.params as { '*': string })['*']
  const [, how, token = '', rest = ''] = /^(signed|download)\/([^/]+)\/(.+)$/.exec(path) ?? []
  const key = how ? rest : path
  if (!isKey(key)) return undefined
  const [kind, name] = key.split('/')
  const folder = `${kind}/${name}`
  if (alwaysPublic.has(kind ?? ''))
    return (await isHidden(folder)) ? undefined : { key, isPublic: true, cacheControl: cacheForever }
  const privately = { isPublic: false, cacheControl: cachePrivately }
  const asDownload = (): Wanted | undefined => {
    const { name: downloadName } = request.query as { name?: unknown }
    if (how !== 'download' || typeof downloadName !== 'string') return undefined
    const isSigned = signer.verify(`${key}\n${downloadName}`, token, clock.now())
    return isSigned ? { key, downloadName, ...privately } : undefined
  }
  if (kind === 'exports') {
    const download = asDownload()
    return download && (await isLiveExport(folder)) ? download : undefined
  }
  const video = kind === 'videos' ? await findVideo(folder) : undefined
  if (!video) return undefined
  // Any viewer may have got this address while the video was public, so it is valid for that folder only.
  if (how === 'download') return video.folder === folder ? asDownload() : undefined
  const keyNow = video.folder + key.slice(folder.length)
  if (video.visibility !== 'private') return { key: keyNow, isPublic: true, cacheControl: cacheWhilePublic }
  const isSigned = how === 'signed' && signer.verify(folder, token, clock.now())
  return isSigned ? { key: keyNow, ...privately } : undefined
}

/** Playlists name their files relatively, so they are sent from here; what they name is had from the store. */
async function redirectToStorage(
  _request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  wanted: Wanted,
) {
  const { key, isPublic, downloadName } = wanted
  if (/\.(m3u8|vtt)$/.test(key)) return sendWhole(reply, storage, wanted)
  const url = await storage.directUrl(key, {
    expiresInSeconds: directSeconds,
    isPublic,
    ...(downloadName && { downloadName }),
  })
  if (!url) return sendError(reply, 404, 'request.not-found', 'Not found')
  return reply.header('cache-control', `private, max-age=${directSeconds / 2}`).redirect(url)
}

/** Read completely before it is sent, so that a store that fails halfway gives an error and not half a file. */
async function sendWhole(reply: FastifyReply, storage: Storage, wanted: Wanted) {
  const file = await storage.stat(wanted.key)
  if (!file) return sendError(reply, 404, 'request.not-found', 'Not found')
  const bytes = await buffer(await storage.read(wanted.key))
  describe(reply, wanted, file)
  return reply.send(bytes)
}

function describe(reply: FastifyReply, { cacheControl, downloadName }: Wanted, file: StoredFile) {
  reply.headers({
    'content-type': file.contentType,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    // Whatever a file turns out to be, it runs nothing and reaches nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (downloadName) reply.header('content-disposition', attachmentNamed(downloadName))
}

async function sendStored(request: FastifyRequest, reply: FastifyReply, storage: Storage, wanted: Wanted) {
  const file = await storage.stat(wanted.key)
  if (!file) return sendError(reply, 404, 'request.not-found', 'Not found')
  describe(reply, wanted, file)
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send()
  const ifRange = request.headers['if-range']
  const mayUseRange = ifRange === undefined || ifRange === file.etag
  const range = parseRange(mayUseRange ? request.headers.range : undefined, file.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`)
    return sendError(reply, 416, 'request.range-outside', 'The range is outside the file')
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await storage.read(wanted.key, range))
}
