import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../../context/context.ts'
import { isOptedOut } from '../../../../http/access/opt-out.ts'
import { createNetworkLimit } from '../../../../http/access/rate-limit.ts'
import { bind } from '../../../../http/api/bind.ts'
import { buildStatistics, createPlayRecorder } from './statistics.service.ts'

/** Many people may share an address, and a player reports twice a minute. */
const reportsPerMinute = 1200

export function statisticsRoutes(app: FastifyInstance, context: AppContext) {
  const { clock } = context
  const recordPlayed = createPlayRecorder(context)
  const isWithinLimit = createNetworkLimit({ max: reportsPerMinute, windowSeconds: 60 })
  bind(app, api.statistics.recordPlayed, async ({ params, body, viewer, request }) => {
    if (isOptedOut(request) || !isWithinLimit(request.ip, clock.now())) return { isCounted: false }
    const { viewToken: token, ranges } = body
    return {
      isCounted: await recordPlayed(params.id, { token, viewerId: viewer?.id, ip: request.ip, ranges }),
    }
  })
  bind(app, api.statistics.ofVideo, ({ params, query, viewer }) =>
    buildStatistics(context, params.id, viewer, query.days ?? 30),
  )
}
