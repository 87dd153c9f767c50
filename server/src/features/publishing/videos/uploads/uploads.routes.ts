import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { addressOf, api } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../../context/context.ts'
import { mount, takeOver } from '../../../../http/api/mount.ts'
import { AppError, unauthorized } from '../../../../lib/app-error.ts'
import { newToken } from '../../../../lib/security/tokens.ts'
import { uploadsFolder } from '../../../core/disk-space/disk-space.service.ts'
import { publishIfSubmitted } from './drafts/upload-drafts.service.ts'
import { parseChecksum, requireChecksum } from './stores/checked-piece.ts'
import { describeTusError, TusServer, tusOptions } from './tus-server.ts'
import { createLocker, drainMs } from './upload-locks.ts'
import { deleteUpload, isUploadOf } from './uploads.queries.ts'
import {
  assertUploadSize,
  openUpload,
  removeUpload,
  startUploadSweep,
  uploadNotFound,
  uploadStoreOf,
} from './uploads.service.ts'

const tusBody = 'application/offset+octet-stream'

/** The sender of a request, and the only upload that it may access. */
interface Authorised {
  userId: string
  uploadId?: string
  /** The connection was closed before the answer. */
  isClosed?: boolean
}

type KnownRequests = WeakMap<IncomingMessage, Authorised>

/** Resumable uploads with the tus protocol. Permissions are checked here; tus only transfers the bytes. */
export function uploadRoutes(app: FastifyInstance, context: Context) {
  mkdirSync(uploadsFolder(context), { recursive: true, mode: 0o700 })
  const known: KnownRequests = new WeakMap()
  const tus = createTus(context, known)

  app.register(async (routes) => {
    // The body stays a stream: tus stores it as it arrives.
    routes.addContentTypeParser(tusBody, (_request, _payload, done) => done(null))
    const passToTus = async (request: FastifyRequest, reply: FastifyReply) => {
      const { method, headers } = request
      if (method === 'PATCH' && headers['content-type'] !== tusBody)
        throw new AppError(415, 'request.wrong-media-type', `Send ${tusBody}`)
      const checksum = parseChecksum(headers['upload-checksum'])
      const authorised = known.get(request.raw)
      if (method === 'POST') reply.raw.once('close', () => removeUnlessAnswered(context, authorised, reply))
      const { userId = '', uploadId = '' } = authorised ?? {}
      // Frees the slot at once; tus then waits for an open PATCH and removes the bytes. A video that was made of it
      // meanwhile stays.
      if (method === 'DELETE' && !(await deleteUpload(context.sql, uploadId, userId))) throw uploadNotFound()
      await requireChecksum(checksum, () => tus.handle(request.raw, takeOver(reply)))
    }
    const checks = { onRequest: (request: FastifyRequest) => authorise(context, known, request) }
    mount(routes, api.uploads.options, (_request, reply) => reply.status(204).headers(tusOptions).send())
    mount(routes, api.uploads.open, passToTus, checks)
    mount(routes, api.uploads.append, passToTus, checks)
    mount(routes, api.uploads.offset, passToTus, checks)
    mount(routes, api.uploads.cancel, passToTus, checks)
  })

  let sweep: ReturnType<typeof startUploadSweep> | undefined
  app.addHook('onReady', async () => {
    sweep = startUploadSweep(context)
  })
  app.addHook('onClose', async () => sweep?.stop())
}

function createTus(context: Context, known: KnownRequests): TusServer {
  const authorisedOf = (request: { runtime?: { node?: { req: unknown } } }): Authorised => {
    const authorised = known.get(request.runtime?.node?.req as IncomingMessage)
    if (!authorised) throw new Error('A request reached the tus server without authorisation')
    return authorised
  }
  return new TusServer({
    path: addressOf(api.uploads.open),
    relativeLocation: true,
    datastore: uploadStoreOf(context),
    locker: createLocker(context),
    lockDrainTimeout: drainMs,
    namingFunction: () => newToken(),
    // tus sends its own responses, and by default lets every site read them.
    allowedOrigins: (origin) => context.config.corsOrigins.includes(origin),
    allowedCredentials: context.config.corsOrigins.length > 0,
    // Never from the address: tus parses it differently from the router, so it could name another upload.
    getFileIdFromRequest: (request) => authorisedOf(request).uploadId,
    // tus has accepted the request at this point, so a refused one takes no slot.
    onUploadCreate: async (request, { id, size = 0 }) => {
      const authorised = authorisedOf(request)
      await openUpload(context, { id, userId: authorised.userId, size })
      authorised.uploadId = id
      if (authorised.isClosed) {
        await removeUpload(context, id, authorised.userId)
        throw new AppError(400, 'request.invalid', 'The request was aborted')
      }
      return {}
    },
    onUploadFinish: async (_request, { id }) => {
      await publishIfSubmitted(context, id)
      return {}
    },
    onResponseError: (_request, error) => describeTusError(error, context.log),
  })
}

/** Records the sender and the upload of a request, or refuses it. */
async function authorise({ sql, clock }: Context, known: KnownRequests, request: FastifyRequest) {
  const { viewer, method } = request
  if (!viewer) throw unauthorized()
  known.set(request.raw, { userId: viewer.id })
  if (method === 'POST') return assertUploadSize(Number(request.headers['upload-length']))
  const { id } = request.params as { id?: string }
  if (!id || !(await isUploadOf(sql, id, viewer.id, clock.now()))) throw uploadNotFound()
  known.set(request.raw, { userId: viewer.id, uploadId: id })
}

/** A client that did not get the address of its upload cannot continue it, so the upload is removed. */
function removeUnlessAnswered(context: Context, authorised: Authorised | undefined, { raw }: FastifyReply) {
  if (!authorised || (raw.statusCode === 201 && raw.writableFinished)) return
  authorised.isClosed = true
  const { userId, uploadId } = authorised
  if (!uploadId) return
  removeUpload(context, uploadId, userId).catch((error: unknown) =>
    context.log.warn({ err: error, uploadId }, 'could not remove an aborted upload'),
  )
}
