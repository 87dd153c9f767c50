import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { bind } from '../../../http/api/bind.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { identifyDevice } from '../accounts/devices/device-cookie.ts'
import { confirm, sendConfirmCode } from './confirm-session.service.ts'
import { deviceName } from './device-name.ts'
import { endOtherSessions, endSessionOf, listSessions } from './sessions.queries.ts'

export function sessionRoutes(app: FastifyInstance, context: Context) {
  const { sql, clock } = context
  const cookies = cookieSettings(context.config)

  bind(app, api.sessions.list, async ({ viewer }) => {
    const rows = await listSessions(sql, viewer.id, clock.now())
    return {
      docs: rows.map((row) => ({
        _id: row.id,
        device: deviceName(row.user_agent),
        isCurrent: row.id === viewer.sessionId,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      })),
    }
  })
  bind(app, api.sessions.end, async ({ params, viewer }) => {
    const isEnded = isId(params.id) && (await endSessionOf(sql, viewer.id, params.id))
    if (!isEnded) throw notFound('session.not-found', 'This session has ended already')
    return null
  })
  bind(app, api.sessions.endOthers, async ({ viewer }) => {
    await endOtherSessions(sql, viewer.id, viewer.sessionId)
    return null
  })
  bind(app, api.sessions.sendCode, async ({ viewer, request, reply }) => {
    await sendConfirmCode(context, viewer, identifyDevice(request, reply, cookies))
    return null
  })
  bind(app, api.sessions.confirm, async ({ body, viewer, request, reply }) => {
    await confirm(context, viewer, body, identifyDevice(request, reply, cookies))
    return null
  })
}
