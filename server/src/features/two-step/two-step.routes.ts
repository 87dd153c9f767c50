import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { disable, enable, getTwoStep, renewCodes, setUp } from './two-step.service.ts'

export function twoStepRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.twoStep.status, ({ viewer }) => getTwoStep(context, viewer.id))
  bind(app, api.twoStep.setUp, ({ viewer }) => setUp(context, viewer))
  bind(app, api.twoStep.enable, async ({ body, viewer }) => ({
    recoveryCodes: await enable(context, viewer, body.code),
  }))
  bind(app, api.twoStep.renewCodes, async ({ viewer }) => ({
    recoveryCodes: await renewCodes(context, viewer),
  }))
  bind(app, api.twoStep.disable, async ({ body, viewer }) => {
    await disable(context, viewer, body)
    return null
  })
}
