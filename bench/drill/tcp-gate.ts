import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Stage } from './stage.ts'

/** A way to a local server that can be shut, so that the server seems to be away, and opened again. */
export interface TcpGate {
  port: number
  /** Cuts what is open and refuses what comes. */
  shut(): Promise<void>
  open(): Promise<void>
}

export async function startTcpGate(stage: Stage, targetPort: number): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((socket) => {
    const target = connect(targetPort, '127.0.0.1')
    keep(socket, target)
    keep(target, socket)
    socket.pipe(target).pipe(socket)
  })
  const open = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const shut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await open()
  stage.defer(shut)
  const { port } = server.address() as AddressInfo
  return { port, shut, open: () => open(port) }
}
