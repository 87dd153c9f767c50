import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CookieSettings, deviceCookie, setCookie } from '../../../../http/access/cookies.ts'
import { networkOf } from '../../../../lib/net/network.ts'
import { hashToken, newToken } from '../../../../lib/security/tokens.ts'

/** A device is forgotten when nobody has signed in on it for this long. */
export const deviceLifetimeSeconds = 365 * 24 * 3600

/** What rate limits count by: the network of a request, and the browser that sends it. */
export interface Caller {
  network: string
  /** Empty for a browser without the cookie; a stored hash is never empty. */
  deviceHash: string
}

export const callerOf = (request: FastifyRequest): Caller => ({
  network: networkOf(request.ip),
  deviceHash: hashOf(request.cookies[deviceCookie]),
})

/** The caller; sets a cookie that identifies the browser if it has none. */
export function identifyDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CookieSettings,
): Caller {
  const token = request.cookies[deviceCookie] || newToken()
  setCookie(reply, deviceCookie, token, { httpOnly: true, maxAge: deviceLifetimeSeconds }, settings)
  return { network: networkOf(request.ip), deviceHash: hashOf(token) }
}

const hashOf = (token: string | undefined) => (token ? hashToken(token).toString('hex') : '')
