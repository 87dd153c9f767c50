import type { AnyEndpoint } from '@vireo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'
import { networkOf } from '../../lib/net/network.ts'
import { countAttempt } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    limitCall: (endpoint: AnyEndpoint, request: FastifyRequest) => Promise<void>
  }
}

/** Refuses calls beyond the limit that their endpoint declares. `bind` and `mount` do this before the body is read. */
export function addCallLimits(app: FastifyInstance, { sql, clock }: Pick<Context, 'sql' | 'clock'>): void {
  app.decorate('limitCall', async ({ limit }: AnyEndpoint, { viewer, ip }: FastifyRequest) => {
    if (!limit) return
    const { name, ...rest } = limit
    await countAttempt(sql, { key: `${name}:${viewer?.id ?? networkOf(ip)}`, ...rest }, clock.now())
  })
}
