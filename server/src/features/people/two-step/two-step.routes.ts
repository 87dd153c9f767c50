import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { callerOf } from '../accounts/devices/device-cookie.ts'
import { disable, enable, getTwoStep, renewCodes, setUp } from './two-step.service.ts'

export function twoStepRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.twoStep.status, ({ viewer }) => getTwoStep(context, viewer.id))
  bind(app, api.twoStep.setUp, ({ viewer }) => setUp(context, viewer))
  bind(app, api.twoStep.enable, async ({ body, viewer }) => ({
    recoveryCodes: await enable(context, viewer, body.code),
  }))
  bind(app, api.twoStep.renewCodes, async ({ body, viewer, request }) => ({
    recoveryCodes: await renewCodes(context, viewer, body.code, callerOf(request)),
  }))
  bind(app, api.twoStep.disable, async ({ body, viewer, request }) => {
    await disable(context, viewer, body, callerOf(request))
    return null
  })
}
