import { api, type ProviderId } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { mount } from '../../../http/api/mount.ts'
import { toCurrentUser } from '../accounts/accounts.view.ts'
import { getIdentities, unlink } from '../identities/identities.service.ts'
import { finishAuthorization, startLink, startSignIn } from './authorization.service.ts'
import { confirmLink, getPendingLink, sendLinkCode } from './link.service.ts'
import { createProviderClient } from './provider-client.ts'

export function providerRoutes(app: FastifyInstance, context: Context) {
  const { providers } = context.config
  const clients = new Map(
    providers.map((provider) => [provider.id, createProviderClient(provider, context.log)]),
  )
  const start = (id: ProviderId) => async (request: FastifyRequest, reply: FastifyReply) => {
    await reply.redirect(await startSignIn(context, clients, { request, reply }, id))
  }
  const finish = (id: ProviderId) => async (request: FastifyRequest, reply: FastifyReply) => {
    await reply.redirect(await finishAuthorization(context, clients, { request, reply }, id))
  }

  bind(app, api.providers.list, async () => ({
    docs: providers.map(({ id, name }) => ({ _id: id, name })),
  }))
  mount(app, api.providers.startGoogle, start('google'))
  mount(app, api.providers.startGithub, start('github'))
  mount(app, api.providers.startOidc, start('oidc'))
  mount(app, api.providers.googleCallback, finish('google'))
  mount(app, api.providers.githubCallback, finish('github'))
  mount(app, api.providers.oidcCallback, finish('oidc'))

  bind(app, api.providers.pendingLink, (exchange) => getPendingLink(context, exchange))
  bind(app, api.providers.sendLinkCode, async (exchange) => {
    await sendLinkCode(context, exchange)
    return null
  })
  bind(app, api.providers.confirmLink, async ({ body, ...exchange }) =>
    toCurrentUser(await confirmLink(context, exchange, body)),
  )

  bind(app, api.providers.identities, async ({ viewer }) => ({
    docs: await getIdentities(context, viewer.id),
  }))
  bind(app, api.providers.link, async ({ params, viewer, ...exchange }) => ({
    url: await startLink(context, clients, exchange, viewer, params.provider),
  }))
  bind(app, api.providers.unlink, async ({ params, query: { isOffered = true }, viewer }) => {
    await unlink(context, viewer, params.provider, isOffered)
    return null
  })
}
