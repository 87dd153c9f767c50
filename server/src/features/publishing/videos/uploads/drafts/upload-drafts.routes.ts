import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../../../context/context.ts'
import { bind } from '../../../../../http/api/bind.ts'
import { listDrafts } from './upload-drafts.queries.ts'
import { getThumbnail, keepThumbnail, removeDraft, saveDraft, toDraft } from './upload-drafts.service.ts'
import { takeFrames } from './upload-frames.service.ts'

export function uploadDraftRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.uploadDrafts.list, async ({ viewer }) => {
    const rows = await listDrafts(context.sql, viewer.id)
    return rows.map(toDraft)
  })
  bind(app, api.uploadDrafts.save, ({ body, viewer }) => saveDraft(context, viewer.id, body))
  bind(app, api.uploadDrafts.setThumbnail, async ({ params, files, viewer }) => {
    await keepThumbnail(context, params.id, viewer.id, files.thumbnail?.[0]?.path ?? '')
    return null
  })
  bind(app, api.uploadDrafts.getThumbnail, async ({ params, viewer }) => ({
    dataUri: await getThumbnail(context, params.id, viewer.id),
  }))
  bind(app, api.uploadDrafts.frames, async ({ params, viewer, request }) => ({
    frames: await takeFrames(context, params.id, viewer.id, request.signal),
  }))
  bind(app, api.uploadDrafts.remove, async ({ params, viewer }) => {
    await removeDraft(context, params.id, viewer.id)
    return null
  })
}
