import { api, type ProviderId } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { mount } from '../../http/mount.ts'
import { toCurrentUser } from '../accounts/accounts.view.ts'
import { getIdentities, unlink } from '../identities/identities.service.ts'
import { confirmLink, getPendingLink, sendLinkCode } from './link.service.ts'
import { createProviderClient } from './provider-client.ts'
import { finishTrip, startLink, startSignIn } from './trips.service.ts'

export function providerRoutes(app: FastifyInstance, context: Context) {
  const { providers } = context.config
  const clients = new Map(
    providers.map((provider) => [provider.id, createProviderClient(provider, context.log)]),
  )
  const start = (id: ProviderId) => async (request: FastifyRequest, reply: FastifyReply) => {
    await reply.redirect(await startSignIn(context, clients, { request, reply }, id))
  }
  const finish = (id: ProviderId) => async (request: FastifyRequest, reply: FastifyReply) => {
    await reply.redirect(await finishTrip(context, clients, { request, reply }, id))
  }

  bind(app, api.provider.list, async () => ({
    docs: providers.map(({ id, name }) => ({ _id: id, name })),
  }))
  mount(app, api.provider.startGoogle, start('google'))
  mount(app, api.provider.startGithub, start('github'))
  mount(app, api.provider.startOidc, start('oidc'))
  mount(app, api.provider.googleCallback, finish('google'))
  mount(app, api.provider.githubCallback, finish('github'))
  mount(app, api.provider.oidcCallback, finish('oidc'))

  bind(app, api.provider.pendingLink, (exchange) => getPendingLink(context, exchange))
  bind(app, api.provider.sendLinkCode, async (exchange) => {
    await sendLinkCode(context, exchange)
    return null
  })
  bind(app, api.provider.confirmLink, async ({ body, ...exchange }) =>
    toCurrentUser(await confirmLink(context, exchange, body)),
  )

  bind(app, api.provider.identities, async ({ viewer }) => ({
    docs: await getIdentities(context, viewer.id),
  }))
  bind(app, api.provider.link, async ({ params, viewer, ...exchange }) => ({
    url: await startLink(context, clients, exchange, viewer, params.provider),
  }))
  bind(app, api.provider.unlink, async ({ params, query: { isOffered = true }, viewer }) => {
    await unlink(context, viewer, params.provider, isOffered)
    return null
  })
}
