import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface RawHead {
  method: string
  path: string
  headers?: Record<string, string | number>
}

/** A raw connection to the server, on which a test sends every byte itself. */
export class Connection {
  readonly socket: Socket
  #received = ''

  constructor(origin: string) {
    const { hostname, port } = new URL(origin)
    // Half-open, so that our side stays open when the server closes its side.
    this.socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    this.socket.setEncoding('latin1').on('data', (text) => {
      this.#received += text
    })
    this.socket.on('error', () => {})
  }

  /** What has arrived and was not part of an answer. */
  get received(): string {
    return this.#received
  }

  /** Resolves when the system has accepted all of it, which takes until the server reads it. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) =>
      this.socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
  }

  sendHead({ method, path, headers = {} }: RawHead): Promise<void> {
    const lines = Object.entries({ host: this.socket.remoteAddress ?? 'x', ...headers })
    const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return this.send(`${method} ${path} HTTP/1.1\r\n${text}\r\n`)
  }

  /** The next complete answer. */
  async answer(): Promise<{ status: number; headers: string; body: string }> {
    while (true) {
      const [headers = '', ...rest] = this.#received.split('\r\n\r\n')
      const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0)
      const body = rest.join('\r\n\r\n')
      if (rest.length > 0 && body.length >= length) {
        this.#received = body.slice(length)
        return { status: Number(headers.split(' ')[1]), headers, body: body.slice(0, length) }
      }
      if (this.socket.readableEnded) throw new Error(`The connection ended after: ${this.#received}`)
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'end'), once(this.socket, 'close')])
    }
  }
}
