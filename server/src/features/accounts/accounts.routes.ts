import { api, limits } from '@vireo/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { clearSessionCookies, cookieSettings, endSession, startSession } from '../../http/sessions.ts'
import { badRequest } from '../../lib/app-error.ts'
import { getChannel, getUser, type UserRow } from './accounts.queries.ts'
import * as accounts from './accounts.service.ts'
import { toChannel, toCurrentUser } from './accounts.view.ts'
import { proveAddress, requestCode } from './codes.service.ts'
import { avatarKind, coverKind, replacePicture } from './pictures.service.ts'

const proofCookie = 'vireo_email_proof'

export function accountRoutes(app: FastifyInstance, context: Context) {
  const { sql, clock, config } = context
  const cookies = cookieSettings(config)
  const proofOptions = { path: '/', sameSite: 'lax', secure: cookies.isSecure, httpOnly: true } as const

  async function signInAs(reply: FastifyReply, user: UserRow) {
    await startSession(sql, reply, user.id, clock.now(), cookies)
    return toCurrentUser(user)
  }

  bind(app, api.user.register, async ({ body, request, reply }) => {
    const user = await accounts.register(context, body, request.cookies[proofCookie] ?? '')
    reply.clearCookie(proofCookie, proofOptions)
    return signInAs(reply, user)
  })
  bind(app, api.user.login, async ({ body, request, reply }) =>
    signInAs(reply, await accounts.signIn(context, body, request.ip)),
  )
  bind(app, api.user.logout, async ({ request, reply }) => {
    await endSession(sql, request)
    clearSessionCookies(reply, cookies)
    return null
  })

  bind(app, api.user.sendEmailOtp, async ({ body, request }) => {
    await requestCode(context, 'sign-up', body.email, request.ip)
    return null
  })
  bind(app, api.user.resetPasswordEmailOtp, async ({ body, request }) => {
    await requestCode(context, 'reset', body.email, request.ip)
    return null
  })
  bind(app, api.user.verifyEmailOtp, async ({ body, request, reply }) => {
    const token = await proveAddress(context, body.email, body.otp, request.ip)
    reply.setCookie(proofCookie, token, { ...proofOptions, maxAge: limits.proofLifetimeSeconds })
    return null
  })

  bind(app, api.user.resetPassword, async ({ body, request, reply }) => {
    await accounts.resetPassword(context, body, request.cookies[proofCookie] ?? '')
    reply.clearCookie(proofCookie, proofOptions)
    clearSessionCookies(reply, cookies)
    return null
  })
  bind(app, api.user.changePassword, async ({ body, viewer, reply }) => {
    await accounts.changePassword(context, viewer.id, body)
    clearSessionCookies(reply, cookies)
    return null
  })

  bind(app, api.user.updateAccount, async ({ body, viewer }) =>
    toCurrentUser(await accounts.updateAccount(context, viewer.id, body)),
  )
  bind(app, api.user.confirmEmail, async ({ body, viewer }) =>
    toCurrentUser(await accounts.confirmEmail(context, viewer.id, body.otp)),
  )
  bind(app, api.user.updateAvatar, async ({ files, viewer }) =>
    toCurrentUser(await replacePicture(context, viewer.id, avatarKind, onlyFile(files.avatar))),
  )
  bind(app, api.user.updateCover, async ({ files, viewer }) =>
    toCurrentUser(await replacePicture(context, viewer.id, coverKind, onlyFile(files.coverimage))),
  )

  bind(app, api.user.currentUser, async ({ viewer }) => toCurrentUser(await getUser(sql, viewer.id)))
  bind(app, api.user.channel, async ({ params, viewer }) =>
    toChannel(await getChannel(sql, params.username, viewer?.id)),
  )
  bind(app, api.user.channelWithoutName, async () => {
    throw badRequest('Username is required to get profile', 'username')
  })
}

function onlyFile<File>(files: File[] | undefined): File {
  const file = files?.[0]
  if (!file) throw new Error('The contract requires this file')
  return file
}
