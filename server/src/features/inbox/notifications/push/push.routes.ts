import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../../context/context.ts'
import { bind } from '../../../../http/api/bind.ts'
import { getDevices, turnOff, turnOn } from './devices.service.ts'

export function pushRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.push.list, ({ viewer }) => getDevices(context, viewer))
  bind(app, api.push.turnOn, async ({ body, viewer }) => {
    await turnOn(context, viewer, { endpoint: body.endpoint, ...body.keys })
    return getDevices(context, viewer)
  })
  bind(app, api.push.turnOff, async ({ params, viewer }) => {
    await turnOff(context, viewer, params.id)
    return getDevices(context, viewer)
  })
}
