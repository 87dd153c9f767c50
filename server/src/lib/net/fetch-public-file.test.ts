import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { patiently } from '../../../test/patience.ts'
import { fetchPublicFile } from './fetch-public-file.ts'

/** A server on this machine, and the requests it received. */
async function serve(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, asked }
}
const limits = { maxBytes: 1000, timeoutMs: patiently.timeout }
const here = async () => [{ address: '127.0.0.1', family: 4 }]

describe('a file at an address that is not public', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://224.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
  ])('is refused: %s', async (url) => {
    await expect(fetchPublicFile(url, limits)).rejects.toThrow('Not a public address')
  })

  it('is refused when a public-looking name resolves to it, without a connection', async () => {
    const { port, asked } = await serve((_request, response) => response.end('secret'))
    for (const host of ['localhost', 'pictures.example.org'])
      await expect(fetchPublicFile(`http://${host}:${port}/`, { ...limits, resolve: here })).rejects.toThrow(
        'Not a public address',
      )
    expect(asked).toEqual([])
  })

  it('is refused when one of its addresses is private', async () => {
    const resolve = async () => [{ address: '8.8.8.8', family: 4 }, ...(await here())]
    await expect(fetchPublicFile('http://pictures.example.org/', { ...limits, resolve })).rejects.toThrow(
      'Not a public address',
    )
  })

  it('is refused after a redirect, whether to an IP address or to a name that resolves to it', async () => {
    const inside = await serve((_request, response) => response.end('secret'))
    for (const host of ['127.0.0.1', 'rebound.example.org']) {
      const location = `http://${host}:${inside.port}/`
      const outside = await serve((_request, response) => response.writeHead(302, { location }).end())
      const options = { ...limits, trustedOrigin: outside.origin, resolve: here }
      await expect(fetchPublicFile(`${outside.origin}/`, options)).rejects.toThrow('Not a public address')
    }
    expect(inside.asked).toEqual([])
  })

  it('is looked up once for each connection, so that the answer cannot change after the check', async () => {
    let lookups = 0
    const resolve = async () => {
      lookups += 1
      return here()
    }
    const { port } = await serve((_request, response) => response.end('picture'))
    const origin = `http://provider.example.org:${port}`
    const bytes = await fetchPublicFile(`${origin}/`, { ...limits, trustedOrigin: origin, resolve })
    expect(bytes.toString()).toBe('picture')
    expect(lookups).toBe(1)
  })
})

describe('the trusted origin', () => {
  it('may be at a private address, but not at another port of its host', async () => {
    const provider = await serve((_request, response) => response.end('picture'))
    const other = await serve((_request, response) => response.end('secret'))
    const options = { ...limits, trustedOrigin: provider.origin }
    expect((await fetchPublicFile(`${provider.origin}/a`, options)).toString()).toBe('picture')
    await expect(fetchPublicFile(`${other.origin}/a`, options)).rejects.toThrow('Not a public address')
    expect(other.asked).toEqual([])
  })

  it('may redirect to itself three times', async () => {
    const { origin } = await serve(({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end('picture')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const options = { ...limits, trustedOrigin: origin }
    expect((await fetchPublicFile(`${origin}/3`, options)).toString()).toBe('picture')
    await expect(fetchPublicFile(`${origin}/4`, options)).rejects.toThrow('More than 3 redirects')
  })
})

describe('a fetch', () => {
  it.each(['ftp://example.org/', 'file:///etc/passwd', 'data:,x', 'nonsense', 'http://a:b@example.org/'])(
    'of %s is refused',
    async (url) => {
      await expect(fetchPublicFile(url, limits)).rejects.toThrow()
    },
  )

  it('ends at the maximum size, even if the server never stops sending', async () => {
    const { origin } = await serve((_request, response) => {
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(10_000), more)
      }
      more()
    })
    const options = { ...limits, trustedOrigin: origin }
    await expect(fetchPublicFile(`${origin}/`, options)).rejects.toThrow('Larger than 1000 bytes')
  })

  it.each(['before it answers', 'in the middle'])('from a server that stops %s is aborted', async (when) => {
    const { origin } = await serve((_request, response) => {
      if (when === 'in the middle') response.write('pic')
    })
    const options = { maxBytes: 1000, timeoutMs: 200, trustedOrigin: origin }
    await expect(fetchPublicFile(`${origin}/`, options)).rejects.toThrow()
  })

  it.each([404, 500, 304])('that is answered with %i fails', async (status) => {
    const { origin } = await serve((_request, response) => response.writeHead(status).end())
    await expect(fetchPublicFile(`${origin}/`, { ...limits, trustedOrigin: origin })).rejects.toThrow(
      `The status was ${status}`,
    )
  })
})
