import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { trackConnections } from './connections.ts'

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
/** The last new connection is at least this old when the server stops to accept them, if that happens in time. */
const calmMs = 50
const calmWithinMs = 500
/** A connection that has been unused for this long probably has no request on its way. */
const unusedMs = 250
const lingerMs = 1000

/**
 * Graceful shutdown: /readyz fails at once, and new connections are accepted until the load balancer has seen that and
 * the open requests are answered. Every answer from then on closes its connection, and connections without a request
 * are closed last, so that no request meets a connection that was closed while it was on its way.
 */
export function addShutdown(app: FastifyInstance): void {
  const connections = trackConnections(app.server)
  const requests = trackRequests(app)
  let isStopping = false

  app.decorate('shutdown', {
    get isStopping() {
      return isStopping
    },
    close: async (cutOffMs) => {
      isStopping = true
      connections.closeAfterAnswer()
      requests.stop()
      const cutOff = setTimeout(() => app.server.closeAllConnections(), cutOffMs)
      await until(noticeMs, () => !requests.isBusy() && requests.isNoticed())
      const release = requests.hold()
      await until(calmWithinMs, () => connections.newestAge() >= calmMs)
      // Unlike the method of the HTTP server, this leaves unused connections open.
      Server.prototype.close.call(app.server)
      release()
      await until(lingerMs, () => connections.areUnused(unusedMs))
      connections.closeWhenUnused()
      await app.close()
      clearTimeout(cutOff)
    },
  })
}

async function until(ms: number, isReached: () => boolean): Promise<void> {
  const end = performance.now() + ms
  // What has arrived is known only after Node has looked at its sockets, which it does before this continues.
  await nextTurn()
  while (!isReached() && performance.now() < end) {
    await sleep(pollMs)
    await nextTurn()
  }
}

/** The requests that are not answered yet, and those of load balancers. */
function trackRequests(app: FastifyInstance) {
  const open = new Set<FastifyReply>()
  let lastReadyzAt = Number.NEGATIVE_INFINITY
  let isStopping = false
  let hasSeenStop = false
  let holding: Promise<void> | undefined

  app.addHook('onRequest', (request, reply, done) => {
    open.add(reply)
    reply.raw.once('close', () => {
      open.delete(reply)
      if (request.routeOptions.url !== '/readyz') return
      lastReadyzAt = performance.now()
      hasSeenStop ||= isStopping
    })
    if (holding) holding.then(() => done())
    else done()
  })

  return {
    stop() {
      isStopping = true
    },
    // Event streams never end by themselves. They do not count, because Fastify regards hijacked replies as sent.
    isBusy: () => [...open].some((reply) => !reply.sent),
    isNoticed: () => hasSeenStop || performance.now() - lastReadyzAt >= watchedMs,
    /**
     * Requests wait until the returned function is called. The system resets connections that nobody has accepted when
     * the server stops to listen, and clients that wait for an answer do not open new ones.
     */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      holding = promise
      return () => {
        holding = undefined
        resolve()
      }
    },
  }
}
