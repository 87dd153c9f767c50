import { api, limits } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { clearSessionCookies, cookieSettings, endSession, startSession } from '../../http/sessions.ts'
import { badRequest } from '../../lib/app-error.ts'
import { getChannel, getUser, lockPassword, type UserRow } from './accounts.queries.ts'
import * as accounts from './accounts.service.ts'
import { toChannel, toCurrentUser } from './accounts.view.ts'
import { proveAddress, requestResetCode, requestSignUpCode } from './codes.service.ts'
import { callerOf, nameDevice } from './device-cookie.ts'
import { rememberDevice } from './devices.queries.ts'
import { avatarKind, coverKind, replacePicture } from './pictures.service.ts'
import { signIn, wrongCredentials } from './sign-in.service.ts'

const proofCookie = 'vireo_email_proof'

export function accountRoutes(app: FastifyInstance, context: Context) {
  const { sql, clock, config } = context
  const cookies = cookieSettings(config)
  const proofOptions = { path: '/', sameSite: 'lax', secure: cookies.isSecure, httpOnly: true } as const

  async function signInAs(request: FastifyRequest, reply: FastifyReply, user: UserRow) {
    await sql.begin(async (tx) => {
      // A change of the password ends all sessions; none may start later with the old password.
      if (!(await lockPassword(tx, user))) throw wrongCredentials()
      await startSession(tx, reply, user.id, clock.now(), cookies)
      const { deviceHash } = nameDevice(request, reply, cookies)
      await rememberDevice(tx, user.id, deviceHash, clock.now())
    })
    return toCurrentUser(user)
  }

  bind(app, api.user.register, async ({ body, request, reply }) => {
    const proof = request.cookies[proofCookie] ?? ''
    const user = await accounts.register(context, body, proof, callerOf(request))
    reply.clearCookie(proofCookie, proofOptions)
    return signInAs(request, reply, user)
  })
  bind(app, api.user.login, async ({ body, request, reply }) =>
    signInAs(request, reply, await signIn(context, body, callerOf(request))),
  )
  bind(app, api.user.logout, async ({ request, reply }) => {
    await endSession(sql, request)
    clearSessionCookies(reply, cookies)
    return null
  })

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
    reply.setCookie(proofCookie, token, { ...proofOptions, maxAge: limits.proofLifetimeSeconds })
    return null
  })

  bind(app, api.user.resetPassword, async ({ body, request, reply }) => {
    await accounts.resetPassword(context, body, request.cookies[proofCookie] ?? '', callerOf(request))
    reply.clearCookie(proofCookie, proofOptions)
    clearSessionCookies(reply, cookies)
    return null
  })
  bind(app, api.user.changePassword, async ({ body, viewer, request, reply }) => {
    await accounts.changePassword(context, viewer.id, body, callerOf(request))
    clearSessionCookies(reply, cookies)
    return null
  })

  bind(app, api.user.updateAccount, async ({ body, viewer, request }) =>
    toCurrentUser(await accounts.updateAccount(context, viewer.id, body, callerOf(request))),
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
