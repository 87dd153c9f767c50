// Loaded into the program first: it closes the connection of a large request instead of answering it.
import { type IncomingMessage, Server } from 'node:http'

const largeBytes = 4 * 1024 * 1024
const { emit } = Server.prototype

Server.prototype.emit = function (this: Server, event: string, ...values: unknown[]) {
  const [request] = values as [IncomingMessage]
  const isLarge = event === 'request' && Number(request.headers['content-length']) > largeBytes
  if (!isLarge) return Reflect.apply(emit, this, [event, ...values])
  request.socket.destroy()
  return true
}
