import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'

/** Returns whether it has answered the request. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse) => boolean

interface ServerOptions {
  keepAliveTimeout?: number
  requestTimeout?: number
  connectionTimeout?: number
}

/** For Fastify: a server that gives it only the requests that `answerEarly` did not answer (decision 60). */
export const createEarlyServer =
  (answerEarly: AnswerEarly): FastifyServerFactory<Server> =>
  (handle, options: ServerOptions) => {
    const server = createServer((request, response) => {
      if (!answerEarly(request, response)) handle(request, response)
    })
    // Fastify sets these only on servers that it creates itself.
    const { keepAliveTimeout, requestTimeout, connectionTimeout } = options
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
    if (connectionTimeout !== undefined) server.setTimeout(connectionTimeout)
    return server
  }
