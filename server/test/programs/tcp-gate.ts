import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can be shut: open connections are closed and new ones refused until it is opened again. */
export async function startGate(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  /** Returns whether a request is withheld from the target. */
  let isWithheld: ((text: string) => boolean) | undefined

  function pass(socket: Socket) {
    const onward = connect(target)
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    onward.pipe(socket)
    socket.on('data', (chunk) => {
      if (!isWithheld?.(chunk.toString('latin1'))) onward.write(chunk)
    })
  }

  async function open() {
    isWithheld = undefined
    server = createServer(pass).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  function shut() {
    server.close()
    for (const socket of sockets) socket.destroy()
  }

  await open()
  return {
    host: `127.0.0.1:${port}`,
    open,
    shut,
    /** Open connections fail with ECONNRESET; new ones are accepted. */
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** Shuts when a matching request arrives, which is not forwarded. */
    shutAt: (pattern: RegExp) => {
      isWithheld = (text) => {
        const isLast = pattern.test(text)
        if (isLast) shut()
        return isLast
      }
    },
    /** Resolves when a matching request arrives, which is not forwarded and gets no answer. */
    holdAt: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        isWithheld = (text) => {
          const isHeld = pattern.test(text)
          if (isHeld) resolve()
          return isHeld
        }
      }),
  }
}
