import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'

/** How much of an unread body is read and dropped, and for how long. */
export interface DrainLimits {
  bytes: number
  ms: number
}

/** Enough for the largest upload, and long enough for any proxy to read the response. */
const defaultLimits: DrainLimits = { bytes: limits.videoBytes * 1.1, ms: 60_000 }
/** How long a client has to close the connection after we have closed our side. */
const graceMs = 5000

/**
 * Errors are often sent before the whole body has arrived. The rest of the body is then read and dropped. Closing the
 * connection instead would reset it while the client is still sending: the client would lose the response, and a proxy
 * would take the reset for a failure of this server and stop using it.
 */
export function drainUnreadBodies(app: FastifyInstance, drainLimits = defaultLimits) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // On the Node server, because hijacked replies and malformed addresses bypass Fastify's hooks.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const isKeptAlive = response.shouldKeepAlive
    holdOpen(request, response)
    response.once('finish', async () => {
      if (request.readableEnded || request.socket.destroyed) return
      await drain(request, drainLimits)
      if (!isKeptAlive || isClosing) request.socket.end()
    })
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/**
 * Keeps the connection open while the body is still arriving. Fastify and tus send `connection: close` when they refuse
 * a body, and Node would then close the connection at once.
 */
function holdOpen(request: IncomingMessage, response: ServerResponse) {
  const writeHead = response.writeHead.bind(response) as (...args: HeadPart[]) => ServerResponse
  response.writeHead = (...args: HeadPart[]) => {
    if (request.complete) return writeHead(...args)
    response.removeHeader('connection')
    response.shouldKeepAlive = true
    return writeHead(...args.map(withoutConnection))
  }
}

type HeadPart = number | string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined

function withoutConnection(part: HeadPart): HeadPart {
  if (typeof part !== 'object') return part
  const isOther = (name: unknown) => String(name).toLowerCase() !== 'connection'
  // In an array, names are at even indexes and each is followed by its value.
  if (Array.isArray(part)) return part.filter((_, i) => isOther(part[i - (i % 2)]))
  return Object.fromEntries(Object.entries(part).filter(([name]) => isOther(name)))
}

/** Resolves when the whole body has been read or the connection is closed. */
function drain(request: IncomingMessage, { bytes, ms }: DrainLimits): Promise<void> {
  const { socket } = request
  const lastByte = socket.bytesRead + bytes
  const lastMoment = Date.now() + ms
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (socket.bytesRead < lastByte && Date.now() < lastMoment) return
      clearInterval(watch)
      giveUp(socket)
    }, 250)
    function stop() {
      clearInterval(watch)
      socket.off('close', stop)
      resolve()
    }
    request.once('end', stop)
    socket.once('close', stop)
    // Another reader may have paused the stream.
    request.unpipe().removeAllListeners('data').resume()
  })
}

/** Closes our side first, so that the client can notice and close its own. */
function giveUp(socket: Socket) {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), graceMs)
  socket.once('close', () => clearTimeout(timer))
}
