import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { measureSite } from './site-storage.service.ts'

export function storageRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.siteStorage.get, () => measureSite(context))
}
