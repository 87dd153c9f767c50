import type { IncomingMessage } from 'node:http'
import { type PublicRequest, requestPublic } from './request-public.ts'

interface FetchOptions extends Pick<PublicRequest, 'trustedOrigin' | 'resolve'> {
  maxBytes: number
  /** For the whole transfer, including redirects. */
  timeoutMs: number
  signal?: AbortSignal
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])
const headers = { accept: 'image/*', 'accept-encoding': 'identity' }

/** Fetches a picture at a URL that comes from outside. Each redirect is checked like the first address. */
export async function fetchPublicFile(address: string, options: FetchOptions): Promise<Buffer> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let url = readUrl(address)
  for (let i = 0; i <= maxRedirects; i++) {
    const response = await requestPublic(url, { ...options, headers, signal })
    const { statusCode = 0, headers: received } = response
    if (statusCode === 200) return readBody(response, options.maxBytes)
    response.destroy()
    if (!redirects.has(statusCode) || !received.location) throw new Error(`The status was ${statusCode}`)
    url = readUrl(received.location, url)
  }
  throw new Error(`More than ${maxRedirects} redirects`)
}

function readUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new Error('Not a valid URL')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`Unsupported protocol ${url.protocol}`)
  if (url.username || url.password) throw new Error('The URL must not contain a password')
  return url
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`Larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
