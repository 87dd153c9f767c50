import { type AnyEndpoint, roles } from '@vireo/contract'
import type { FastifyRequest } from 'fastify'
import { notFound, unauthorized } from '../../lib/app-error.ts'
import { sendsSession } from '../access/sessions.ts'

/** Without the role an endpoint looks as if it did not exist. If the session has ended, the role is unknown: 401. */
export function assertMayCall({ auth }: AnyEndpoint, request: FastifyRequest): void {
  if (auth === 'public') return
  const { viewer } = request
  const isHidden = auth !== 'session'
  if (!viewer && (!isHidden || sendsSession(request))) throw unauthorized()
  if (isHidden && (!viewer || roles.indexOf(viewer.role) < roles.indexOf(auth)))
    throw notFound('request.not-found', 'Not found')
}
