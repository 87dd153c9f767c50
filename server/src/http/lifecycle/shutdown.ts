import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown
  }
}

interface Shutdown {
  readonly isStopping: boolean
  /**
   * Makes /readyz fail, gives load balancers time to notice, then closes. Open requests are cut off after `cutOffMs`.
   */
  close(cutOffMs: number): Promise<void>
}

/** How long new connections are accepted at most after the request to stop. */
const noticeMs = 2000
/** If /readyz was requested this recently, a load balancer is probably watching it. */
const watchedMs = 60_000
const pollMs = 20

/**
 * Graceful shutdown: /readyz fails at once, and new connections are accepted until the load balancer has seen that and
 * the open requests are answered.
 */
export function addShutdown(app: FastifyInstance): void {
  const open = new Set<FastifyReply>()
  let lastReadyzAt = Number.NEGATIVE_INFINITY
  let hasSeenStop = false
  let isStopping = false

  app.addHook('onRequest', (request, reply, done) => {
    open.add(reply)
    reply.raw.once('close', () => {
      open.delete(reply)
      if (request.routeOptions.url !== '/readyz') return
      lastReadyzAt = performance.now()
      hasSeenStop ||= isStopping
    })
    done()
  })

  // Event streams never end by themselves. They do not count, because Fastify regards hijacked replies as sent.
  const isBusy = () => [...open].some((reply) => !reply.sent)
  const isWatched = () => performance.now() - lastReadyzAt < watchedMs

  app.decorate('shutdown', {
    get isStopping() {
      return isStopping
    },
    close: async (cutOffMs) => {
      isStopping = true
      const cutOff = setTimeout(() => app.server.closeAllConnections(), cutOffMs)
      const noticed = performance.now() + noticeMs
      while (performance.now() < noticed && (isBusy() || (isWatched() && !hasSeenStop))) await sleep(pollMs)
      await app.close()
      clearTimeout(cutOff)
    },
  })
}
