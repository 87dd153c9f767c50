import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'

interface FetchOptions {
  maxBytes: number
  /** For the whole transfer, including redirects. */
  timeoutMs: number
  /** The only origin that may be on a private network. */
  trustedOrigin?: string
  signal?: AbortSignal
  /** Resolves a host name; uses the system's resolver by default. */
  resolve?: (host: string) => Promise<{ address: string; family: number }[]>
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])
const resolveBySystem: NonNullable<FetchOptions['resolve']> = (host) => lookup(host, { all: true })

/**
 * Fetches a URL that comes from outside without reaching anything on a private network. The IP address is checked when
 * the connection is made, so that the name cannot resolve to another one by then, and again for each redirect.
 */
export async function fetchPublicFile(address: string, options: FetchOptions): Promise<Buffer> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let url = readUrl(address)
  for (let i = 0; i <= maxRedirects; i++) {
    const response = await send(url, { ...options, signal })
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return readBody(response, options.maxBytes)
    response.destroy()
    if (!redirects.has(statusCode) || !headers.location) throw new Error(`The answer was ${statusCode}`)
    url = readUrl(headers.location, url)
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

async function send(
  url: URL,
  { trustedOrigin, signal, resolve = resolveBySystem }: FetchOptions,
): Promise<IncomingMessage> {
  const isTrusted = url.origin === trustedOrigin
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address is not resolved, so it is checked here.
  if (isIP(host) && !isTrusted) assertPublic(host)
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = start(url, {
    agent: false,
    signal,
    headers: { accept: 'image/*', 'accept-encoding': 'identity' },
    lookup: checkedLookup(resolve, isTrusted),
  })
  return answerTo(request)
}

const checkedLookup =
  (resolve: NonNullable<FetchOptions['resolve']>, isTrusted: boolean): LookupFunction =>
  (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        try {
          const [first] = found
          if (!first) throw new Error(`${host} has no address`)
          if (!isTrusted) for (const { address } of found) assertPublic(address)
          if (all) done(null, found)
          else done(null, first.address, first.family)
        } catch (error) {
          done(error as Error, [])
        }
      },
      (error: Error) => done(error, []),
    )
  }

function assertPublic(address: string): void {
  if (!isPublicAddress(address)) throw new Error('Not a public address')
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Not `once`: a request can fail again after its response has started.
    request.on('error', reject)
    request.end()
  })
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
