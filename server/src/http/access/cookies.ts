import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../context/config.ts'

export interface CookieSettings {
  secure: boolean
  sameSite: 'lax' | 'none'
}

/**
 * Cookies are limited to HTTPS if the site uses it. For CORS_ORIGINS, which may be other sites, cookies
 * are sent with calls from any site, and only `checkOrigin` refuses foreign ones. Browsers accept that only with HTTPS.
 */
export function cookieSettings({
  publicUrl,
  corsOrigins,
}: Pick<Config, 'publicUrl' | 'corsOrigins'>): CookieSettings {
  const secure = publicUrl?.startsWith('https:') ?? false
  return { secure, sameSite: secure && corsOrigins.length > 0 ? 'none' : 'lax' }
}

/** Browsers accept a cookie with this prefix only from the site itself by HTTPS, not from other hosts of its domain. */
const prefix = '__Host-'

/** The name that a cookie has in browsers; `readCookies` removes the prefix. */
export const cookieName = (name: string, { secure }: CookieSettings) => (secure ? prefix + name : name)

export const sessionCookie = 'vireo_session'
export const deviceCookie = 'vireo_device'
/** Scripts can read this cookie. It only shows whether to request the current user, so it is useless to a thief. */
export const hintCookie = 'vireo_signed_in'

/** Earlier versions set these without the prefix, and people should stay signed in. The others live for minutes. */
const acceptedWithoutPrefix = [sessionCookie, deviceCookie]

declare module 'fastify' {
  interface FastifyRequest {
    /** The session cookie has no prefix although the site uses HTTPS: an earlier version or another host set it. */
    isSessionCookieOld: boolean
  }
}

/** Gives the cookies of a request their names without the prefix, and leaves out those that should have one. */
export function readCookies(app: FastifyInstance, config: Config): void {
  app.decorateRequest('isSessionCookieOld', false)
  if (!cookieSettings(config).secure) return
  app.addHook('onRequest', async (request) => {
    const sent = request.cookies
    const cookies: typeof sent = {}
    for (const name of acceptedWithoutPrefix) if (sent[name] !== undefined) cookies[name] = sent[name]
    for (const [name, value] of Object.entries(sent))
      if (name.startsWith(`${prefix}vireo_`)) cookies[name.slice(prefix.length)] = value
    request.cookies = cookies
    request.isSessionCookieOld =
      sent[sessionCookie] !== undefined && sent[prefix + sessionCookie] === undefined
  })
}

interface CookieOptions {
  httpOnly: boolean
  maxAge: number
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: CookieOptions,
  settings: CookieSettings,
): void {
  reply.setCookie(cookieName(name, settings), value, { path: '/', ...settings, ...options })
}

export function clearCookie(
  reply: FastifyReply,
  name: string,
  { httpOnly }: Pick<CookieOptions, 'httpOnly'>,
  settings: CookieSettings,
): void {
  const options = { path: '/', ...settings, httpOnly }
  reply.clearCookie(cookieName(name, settings), options)
  // Otherwise one of an earlier version would count again, on the server or, as the hint does, in the page.
  if (settings.secure && [...acceptedWithoutPrefix, hintCookie].includes(name))
    reply.clearCookie(name, options)
}
