import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@vireo/contract'
import { newToken } from '../../src/lib/security/tokens.ts'
import type { TestClient } from '../app/client.ts'

/** The keys of a browser's push subscription. */
export function newBrowserKeys() {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys().toString('base64url')
  return { pair, p256dh, auth: randomBytes(16).toString('base64url') }
}
type BrowserKeys = ReturnType<typeof newBrowserKeys>

/** Turns push messages on in the browser of a client. */
export async function turnOnPush(client: TestClient, origin = 'https://push.example.org') {
  const { pair, p256dh, auth } = newBrowserKeys()
  const endpoint = `${origin}/${newToken()}`
  const { status, data } = await client.call(api.push.turnOn, { body: { endpoint, keys: { p256dh, auth } } })
  return { status, data, endpoint, keys: { pair, p256dh, auth } }
}

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on this machine. `answers` has the status for a path; it is 201 by default. */
export async function startPushService() {
  const received: Received[] = []
  const answers = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(answers.get(path) ?? 201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answers,
    receivedAt: (endpoint: string) => received.filter(({ path }) => `${origin}${path}` === endpoint),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Reads a message as the browser does (RFC 8291 and 8188, one record). */
export function decrypt(body: Buffer, { pair, p256dh, auth }: BrowserKeys) {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + (body[20] ?? 0)
  const senderKey = body.subarray(21, keyEnd)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const secret = hkdfSync(
    'sha256',
    pair.computeSecret(senderKey),
    Buffer.from(auth, 'base64url'),
    keyInfo,
    32,
  )
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  // The text ends with a delimiter and padding.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
}
