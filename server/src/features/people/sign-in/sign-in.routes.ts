import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { clearSessionCookies, endSession } from '../../../http/access/sessions.ts'
import { bind } from '../../../http/api/bind.ts'
import { register } from '../accounts/accounts.service.ts'
import { toCurrentUser } from '../accounts/accounts.view.ts'
import { clearProof, proofOf } from '../accounts/codes/proof-cookie.ts'
import { callerOf } from '../accounts/devices/device-cookie.ts'
import { completeSignIn, finishSecondStep, isSecondStepPending } from './complete-sign-in.service.ts'
import { checkPassword } from './password-sign-in.service.ts'

export function signInRoutes(app: FastifyInstance, context: Context) {
  const cookies = cookieSettings(context.config)

  bind(app, api.signIn.register, async ({ body, request, reply }) => {
    const user = await register(context, body, proofOf(request), callerOf(request))
    clearProof(reply, cookies)
    await completeSignIn(context, { request, reply }, user, 'new-account')
    return toCurrentUser(user)
  })
  bind(app, api.signIn.login, async ({ body, request, reply }) => {
    const user = await checkPassword(context, body, callerOf(request))
    await completeSignIn(context, { request, reply }, user, 'password')
    return toCurrentUser(user)
  })
  bind(app, api.signIn.pendingSecondStep, async ({ request }) => ({
    isPending: await isSecondStepPending(context, request),
  }))
  bind(app, api.signIn.secondStep, async ({ body, request, reply }) =>
    toCurrentUser(await finishSecondStep(context, { request, reply }, body)),
  )
  bind(app, api.signIn.logout, async ({ request, reply }) => {
    await endSession(context.sql, request)
    clearSessionCookies(reply, cookies)
    return null
  })
}
