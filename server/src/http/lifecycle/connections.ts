import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** The answer that is being made or sent. */
  answer: ServerResponse | undefined
  lastUsedAt: number
}

/** Knows what the connections of a server are used for, for its shutdown. */
export function trackConnections(server: Server) {
  const connections = new Map<Socket, Connection>()
  let newestAt = Number.NEGATIVE_INFINITY
  let mayKeepAlive = true
  let mayStayUnused = true

  server.on('connection', (socket: Socket) => {
    newestAt = performance.now()
    connections.set(socket, { answer: undefined, lastUsedAt: newestAt })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const connection = connections.get(socket)
    if (connection) connection.answer = answer
    if (!mayKeepAlive) answer.shouldKeepAlive = false
    answer.once('close', () => {
      if (connection?.answer === answer) {
        connection.answer = undefined
        connection.lastUsedAt = performance.now()
      }
      // Node regards the connection as unused only after this event.
      if (!mayStayUnused) setImmediate(() => server.closeIdleConnections())
    })
  })

  return {
    /** From now on each answer says `connection: close`, and its connection is closed when it has been sent. */
    closeAfterAnswer() {
      mayKeepAlive = false
      for (const connection of connections.values()) {
        connection.lastUsedAt = performance.now()
        if (connection.answer) connection.answer.shouldKeepAlive = false
      }
    },
    /** Closes connections whose last answer had already begun when the server was asked to stop. */
    closeWhenUnused() {
      mayStayUnused = false
    },
    /** How long ago the newest connection was opened, in milliseconds. */
    newestAge: () => performance.now() - newestAt,
    /** Whether no connection was used in this time, except for answers that are still being sent, such as downloads. */
    areUnused(ms: number): boolean {
      const before = performance.now() - ms
      return [...connections.values()].every(({ answer, lastUsedAt }) =>
        answer ? answer.headersSent : lastUsedAt <= before,
      )
    },
  }
}
