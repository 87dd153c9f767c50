import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { clearSessionCookies, cookieSettings } from '../../http/sessions.ts'
import { badRequest } from '../../lib/app-error.ts'
import { getChannel, getUser } from './accounts.queries.ts'
import * as accounts from './accounts.service.ts'
import { toChannel, toCurrentUser } from './accounts.view.ts'
import { proveAddress, requestResetCode, requestSignUpCode } from './codes.service.ts'
import { callerOf, nameDevice } from './device-cookie.ts'
import { avatarKind, coverKind, replacePicture } from './pictures.service.ts'
import { clearProof, proofOf, sendProof } from './proof-cookie.ts'

export function accountRoutes(app: FastifyInstance, context: Context) {
  const { sql } = context
  const cookies = cookieSettings(context.config)

  bind(app, api.user.sendEmailOtp, async ({ body, request, reply }) => {
    await requestSignUpCode(context, body, nameDevice(request, reply, cookies))
    return null
  })
  bind(app, api.user.resetPasswordEmailOtp, async ({ body, request, reply }) => {
    await requestResetCode(context, body.email, nameDevice(request, reply, cookies))
    return null
  })
  bind(app, api.user.verifyEmailOtp, async ({ body, request, reply }) => {
    const token = await proveAddress(context, body.email, body.otp, callerOf(request))
    sendProof(reply, token, cookies)
    return null
  })

  bind(app, api.user.resetPassword, async ({ body, request, reply }) => {
    await accounts.resetPassword(context, body, proofOf(request), callerOf(request))
    clearProof(reply, cookies)
    clearSessionCookies(reply, cookies)
    return null
  })
  bind(app, api.user.changePassword, async ({ body, viewer, request, reply }) => {
    await accounts.changePassword(context, viewer.id, body, callerOf(request))
    clearSessionCookies(reply, cookies)
    return null
  })

  bind(app, api.user.setPassword, async ({ body, viewer }) =>
    toCurrentUser(await accounts.setFirstPassword(context, viewer, body.password)),
  )

  bind(app, api.user.updateAccount, async ({ body, viewer, request }) =>
    toCurrentUser(await accounts.updateAccount(context, viewer, body, callerOf(request))),
  )
  bind(app, api.user.confirmEmail, async ({ body, viewer, request }) =>
    toCurrentUser(await accounts.confirmEmail(context, viewer.id, body.otp, callerOf(request))),
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
