import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { consume } from '../../http/rate-limit.ts'
import { networkOf } from '../../lib/network.ts'
import { suggest } from './suggestions.service.ts'

/** A person types a few letters a second; many people may share an address. */
const suggestionsPerMinute = 600

export function searchRoutes(app: FastifyInstance, { sql, clock }: AppContext) {
  bind(app, api.search.suggest, async ({ query, request, viewer }) => {
    const limit = { key: `suggest:${networkOf(request.ip)}`, max: suggestionsPerMinute, windowSeconds: 60 }
    await consume(sql, limit, clock.now())
    return suggest(sql, query.q ?? '', viewer?.id)
  })
}
