import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown
  }
}

interface Shutdown {
  readonly isStopping: boolean
  /** Turns /readyz to 503, gives load balancers time to notice, then closes; open requests are cut off after `cutOffMs`. */
  close(cutOffMs: number): Promise<void>
}

/** How long the listener stays open at most after the request to stop. */
const noticeMs = 2000
/** A client that has asked for /readyz this recently is assumed to ask again. */
const watchedMs = 60_000
const lookEveryMs = 20

/**
 * Graceful shutdown: /readyz says at once that the server stops, and new connections are accepted until its watcher
 * has seen that and the open requests are answered.
 */
export function addShutdown(app: FastifyInstance): void {
  const open = new Set<FastifyReply>()
  let askedAt = Number.NEGATIVE_INFINITY
  let isTold = false
  let isStopping = false

  app.addHook('onRequest', async (request, reply) => {
    open.add(reply)
    reply.raw.once('close', () => {
      open.delete(reply)
      if (request.routeOptions.url !== '/readyz') return
      askedAt = performance.now()
      isTold ||= isStopping
    })
  })

  // An event stream never ends by itself, and is hijacked: Fastify counts it as sent.
  const isBusy = () => [...open].some((reply) => !reply.sent)
  const isWatched = () => performance.now() - askedAt < watchedMs

  app.decorate('shutdown', {
    get isStopping() {
      return isStopping
    },
    close: async (cutOffMs) => {
      isStopping = true
      const cutOff = setTimeout(() => app.server.closeAllConnections(), cutOffMs)
      const noticed = performance.now() + noticeMs
      while (performance.now() < noticed && (isBusy() || (isWatched() && !isTold))) await sleep(lookEveryMs)
      await app.close()
      clearTimeout(cutOff)
    },
  })
}
