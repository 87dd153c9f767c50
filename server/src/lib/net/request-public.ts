import { lookup, Resolver } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './network.ts'

export interface PublicRequest {
  signal: AbortSignal
  method?: string
  headers?: Record<string, string | number>
  body?: Buffer
  /** The only origin that may be on a private network. */
  trustedOrigin?: string | undefined
  resolve?: ResolveHost
}

export type ResolveHost = (host: string) => Promise<{ address: string; family: number }[]>

const resolveBySystem: ResolveHost = (host) => lookup(host, { all: true })

/**
 * For names that anyone can choose. A look-up by the system cannot be aborted and keeps one of few threads busy: names
 * that resolve slowly would block all other look-ups of the process.
 */
export const resolveByDns: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  const found = (result: typeof v4, family: number) =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []
  return [...found(v4, 4), ...found(v6, 6)]
}

/**
 * Sends a request to a URL that comes from outside without reaching anything on a private network. The IP address is
 * checked when the connection is made, so that the name cannot resolve to another one by then. Follows no redirect.
 */
export async function requestPublic(
  url: URL,
  { trustedOrigin, signal, method = 'GET', headers = {}, body, resolve = resolveBySystem }: PublicRequest,
): Promise<IncomingMessage> {
  const isTrusted = url.origin === trustedOrigin
  // An IP address is not resolved, so it is checked here.
  if (isPrivateHost(url) && !isTrusted) throw notPublic()
  const start = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = start(url, {
    agent: false,
    signal,
    method,
    headers,
    lookup: checkedLookup(resolve, isTrusted),
  })
  return responseTo(request, body)
}

/** Whether the host of a URL is an IP address that is not public. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}

const notPublic = () => new Error('Not a public address')

const checkedLookup =
  (resolve: ResolveHost, isTrusted: boolean): LookupFunction =>
  (host, { all }, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (!first) return done(new Error(`${host} has no address`), [])
        const isAllowed = isTrusted || found.every(({ address }) => isPublicAddress(address))
        if (!isAllowed) return done(notPublic(), [])
        if (all) done(null, found)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, []),
    )
  }

function responseTo(request: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Not `once`: a request can fail again after its response has started.
    request.on('error', reject)
    request.end(body)
  })
}
