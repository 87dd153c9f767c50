import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSettings } from '../../http/sessions.ts'
import { networkOf } from '../../lib/network.ts'
import { hashToken, newToken } from '../../lib/tokens.ts'

const deviceCookie = 'vireo_device'
/** A device that was not signed in on for so long is a stranger again. */
export const deviceLifetimeSeconds = 365 * 24 * 3600

/** Who a limit counts: where the request comes from, and which browser sends it. */
export interface Caller {
  network: string
  /** Empty for a browser without the cookie; no stored hash is. */
  deviceHash: string
}

export const callerOf = (request: FastifyRequest): Caller => ({
  network: networkOf(request.ip),
  deviceHash: hashOf(request.cookies[deviceCookie]),
})

/** The caller with a cookie that names the browser; it gets one where it has none. */
export function nameDevice(request: FastifyRequest, reply: FastifyReply, settings: CookieSettings): Caller {
  const token = request.cookies[deviceCookie] || newToken()
  reply.setCookie(deviceCookie, token, {
    path: '/',
    sameSite: 'lax',
    secure: settings.isSecure,
    httpOnly: true,
    maxAge: deviceLifetimeSeconds,
  })
  return { network: networkOf(request.ip), deviceHash: hashOf(token) }
}

const hashOf = (token: string | undefined) => (token ? hashToken(token).toString('hex') : '')
