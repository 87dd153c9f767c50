import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { clearSessionCookies } from '../../../http/access/sessions.ts'
import { bind } from '../../../http/api/bind.ts'
import { badRequest } from '../../../lib/app-error.ts'
import { getChannel, getUser } from './accounts.queries.ts'
import { toChannel, toCurrentUser } from './accounts.view.ts'
import { proveAddress, requestResetCode, requestSignUpCode } from './codes/mailed-codes.service.ts'
import { clearProof, proofOf, sendProof } from './codes/proof-cookie.ts'
import { callerOf, identifyDevice } from './devices/device-cookie.ts'
import { avatarKind, coverKind, replacePicture } from './pictures/pictures.service.ts'
import { changePassword, resetPassword, setFirstPassword } from './settings/change-password.service.ts'
import { confirmEmail, updateAccount } from './settings/settings.service.ts'

export function accountRoutes(app: FastifyInstance, context: Context) {
  const { sql } = context
  const cookies = cookieSettings(context.config)

  bind(app, api.accounts.sendEmailOtp, async ({ body, request, reply }) => {
    await requestSignUpCode(context, body, identifyDevice(request, reply, cookies))
    return null
  })
  bind(app, api.accounts.resetPasswordEmailOtp, async ({ body, request, reply }) => {
    await requestResetCode(context, body.email, identifyDevice(request, reply, cookies))
    return null
  })
  bind(app, api.accounts.verifyEmailOtp, async ({ body, request, reply }) => {
    const token = await proveAddress(context, body.email, body.otp, callerOf(request))
    sendProof(reply, token, cookies)
    return null
  })

  bind(app, api.accounts.resetPassword, async ({ body, request, reply }) => {
    await resetPassword(context, body, proofOf(request), callerOf(request))
    clearProof(reply, cookies)
    clearSessionCookies(reply, cookies)
    return null
  })
  bind(app, api.accounts.changePassword, async ({ body, viewer, request, reply }) => {
    await changePassword(context, viewer.id, body, callerOf(request))
    clearSessionCookies(reply, cookies)
    return null
  })

  bind(app, api.accounts.setPassword, async ({ body, viewer }) =>
    toCurrentUser(await setFirstPassword(context, viewer, body.password)),
  )

  bind(app, api.accounts.updateAccount, async ({ body, viewer, request }) =>
    toCurrentUser(await updateAccount(context, viewer, body, callerOf(request))),
  )
  bind(app, api.accounts.confirmEmail, async ({ body, viewer, request }) =>
    toCurrentUser(await confirmEmail(context, viewer, body, callerOf(request))),
  )
  bind(app, api.accounts.updateAvatar, async ({ files, viewer }) =>
    toCurrentUser(await replacePicture(context, viewer.id, avatarKind, onlyFile(files.avatar))),
  )
  bind(app, api.accounts.updateCover, async ({ files, viewer }) =>
    toCurrentUser(await replacePicture(context, viewer.id, coverKind, onlyFile(files.coverimage))),
  )

  bind(app, api.accounts.currentUser, async ({ viewer }) => toCurrentUser(await getUser(sql, viewer.id)))
  bind(
    app,
    api.accounts.channel,
    async ({ params, viewer }) => toChannel(await getChannel(sql, params.username, viewer?.id)),
    { share: { changesWith: [] } },
  )
  bind(app, api.accounts.channelWithoutName, async () => {
    throw badRequest('Username is required to get profile', 'username')
  })
}

function onlyFile<File>(files: File[] | undefined): File {
  const file = files?.[0]
  if (!file) throw new Error('The contract requires this file')
  return file
}
