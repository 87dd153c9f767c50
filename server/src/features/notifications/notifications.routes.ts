import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { avatarUrl } from '../accounts/accounts.view.ts'
import { listNotifications } from './notifications.queries.ts'

export function notificationRoutes(app: FastifyInstance, { sql }: Context) {
  bind(app, api.notification.list, async ({ viewer }) => {
    const rows = await listNotifications(sql, viewer.id)
    return rows.map((row) => ({
      id: row.id,
      name: row.fullname,
      avatarUrl: avatarUrl(row.avatar_folder),
      message: row.message,
    }))
  })
}
