import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown
  }
}

interface Shutdown {
  readonly isStopping: boolean
  /** Closes the listener, after those who send requests here could notice; requests may take until `cutOffMs`. */
  close(cutOffMs: number): Promise<void>
}

/** How long the listener stays open at most once the process is asked to stop. */
const noticeMs = 2000
/** Somebody who has asked for readiness this recently will ask again. */
const watchedMs = 60_000
const lookEveryMs = 20

/**
 * The orderly end of a server: /readyz says at once that it stops, and new connections are taken until whoever
 * watches it has been told and the requests under way are answered.
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

  // A stream of events has no end of its own: Fastify calls such a reply sent.
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
