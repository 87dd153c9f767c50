import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { clearSessionCookies } from '../../../http/access/sessions.ts'
import { bind } from '../../../http/api/bind.ts'
import { toCurrentUser } from '../accounts/accounts.view.ts'
import { deleteAccount, getClosingAccount, restoreAccount } from './account-deletion.service.ts'

export function accountDeletionRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.accountDeletion.deleteAccount, async ({ body, viewer, reply }) => {
    await deleteAccount(context, viewer, body.password)
    clearSessionCookies(reply, cookieSettings(context.config))
    return null
  })
  bind(app, api.accountDeletion.closingAccount, async ({ request }) => getClosingAccount(context, request))
  bind(app, api.accountDeletion.restoreAccount, async ({ request, reply }) =>
    toCurrentUser(await restoreAccount(context, { request, reply })),
  )
}
