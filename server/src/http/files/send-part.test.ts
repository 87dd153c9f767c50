import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sendPart } from './send-part.ts'

it('ends when the connection is closed just before a chunk is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vireo-part-'))
  const path = join(folder, 'file')
  await writeFile(path, 'Some bytes')
  const handle = await open(path)
  const { promise: sent, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 10 })
    const read = handle.read.bind(handle)
    handle.read = (async (...args: Parameters<typeof read>) => {
      const result = await read(...args)
      response.socket?.destroy()
      return result
    }) as typeof handle.read
    sendPart(handle, { start: 0, end: 9 }, response).then(resolve, reject)
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    server.close()
    await handle.close()
    await rm(folder, { recursive: true })
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  request({ port, host: '127.0.0.1' })
    .on('error', () => {})
    .end()
  await expect(sent).resolves.toBeUndefined()
})
