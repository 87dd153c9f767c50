import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { api, uploadsPath } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { AppError, notFound, unauthorized } from '../../lib/app-error.ts'
import { isUploadOf } from './uploads.queries.ts'
import { forgetUpload, openUpload, uploadsFolder } from './uploads.service.ts'

const tusBody = 'application/offset+octet-stream'

/** Resumable uploads by the tus protocol. Who may do what is decided here, the bytes are tus's business. */
export function uploadRoutes(app: FastifyInstance, context: Context) {
  const { sql, clock } = context
  mkdirSync(uploadsFolder(context), { recursive: true, mode: 0o700 })
  /** The ids that we chose for uploads that are being opened. */
  const newIds = new WeakMap<IncomingMessage, string>()
  const tus = new Server({
    path: uploadsPath,
    relativeLocation: true,
    datastore: new FileStore({ directory: uploadsFolder(context) }),
    namingFunction: (request) => {
      const id = request.runtime?.node && newIds.get(request.runtime.node.req as IncomingMessage)
      if (!id) throw new Error('An upload was opened past its checks')
      return id
    },
  })

  async function authorise(request: FastifyRequest) {
    const { viewer, method } = request
    if (!viewer) throw unauthorized()
    if (method === 'POST') {
      const id = await openUpload(context, viewer.id, Number(request.headers['upload-length']))
      newIds.set(request.raw, id)
      return
    }
    const { id } = request.params as { id?: string }
    if (!id || !(await isUploadOf(sql, id, viewer.id, clock.now()))) throw notFound('Upload not found')
    if (method === 'DELETE') await forgetUpload(context, id, viewer.id)
  }

  app.register(async (routes) => {
    // The body stays a stream: tus writes it to disk as it comes.
    routes.addContentTypeParser(tusBody, (_request, _payload, done) => done(null))
    const handToTus = async (request: FastifyRequest, reply: FastifyReply) => {
      const contentType = request.headers['content-type']
      if (request.method === 'PATCH' && contentType !== tusBody) throw new AppError(415, `Send ${tusBody}`)
      reply.hijack()
      await tus.handle(request.raw, reply.raw)
    }
    const checks = { onRequest: authorise }
    mount(routes, api.upload.open, handToTus, checks)
    mount(routes, api.upload.append, handToTus, checks)
    mount(routes, api.upload.offset, handToTus, checks)
    const sayGone = (_request: FastifyRequest, reply: FastifyReply) =>
      reply.status(204).header('tus-resumable', '1.0.0').send()
    mount(routes, api.upload.cancel, sayGone, checks)
  })
}
