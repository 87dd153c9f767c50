import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { hasInvitation } from './invitations.queries.ts'
import { getSignUpMode } from './site-settings.queries.ts'

export function siteSettingsRoutes(app: FastifyInstance, { sql, clock }: Context) {
  bind(app, api.siteSettings.signUp, async ({ query }) => {
    const signUp = await getSignUpMode(sql)
    const isInvited = query.invite ? await hasInvitation(sql, query.invite, clock.now()) : false
    return { signUp, isInvited }
  })
}
