import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../../context/config.ts'

type SecurityHeaders = Record<string, string>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Replaces the security headers that all other routes send. */
    securityHeaders?: SecurityHeaders
  }
}

/** Only the site's own files and the inline scripts of its page may run, and no other site may put it in a frame. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config, inlineScripts: string[]) {
  const headers = headersOf({
    ...optionsOf(config),
    contentSecurityPolicy: policyOf(config, { scripts: inlineScripts, frameAncestors: "'none'" }),
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.securityHeaders ?? headers)
    done()
  })
}

/** For the route of a page that any site may put in a frame. It has no inline script. */
export const frameableHeaders = (config: Config): SecurityHeaders =>
  headersOf({
    ...optionsOf(config),
    contentSecurityPolicy: policyOf(config, { scripts: [], frameAncestors: '*' }),
    xFrameOptions: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })

function optionsOf({ publicUrl }: Config) {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return {
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  } satisfies HelmetOptions
}

/** The headers are the same for every request, so Helmet builds them once. It only calls these methods. */
function headersOf(options: HelmetOptions): SecurityHeaders {
  const headers: SecurityHeaders = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

interface PagePolicy {
  /** Inline scripts that may run. */
  scripts: string[]
  frameAncestors: "'none'" | '*'
}

function policyOf(config: Config, { scripts, frameAncestors }: PagePolicy) {
  const media = mediaOrigins(config)
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts.map(hashSource)],
      // Menus and progress bars are positioned by style attributes. Styles cannot run code.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...media],
      mediaSrc: ["'self'", 'blob:', ...media],
      connectSrc: ["'self'", ...media],
      workerSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: [frameAncestors],
    },
  }
}

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The other servers that browsers may load media from. */
function mediaOrigins({ mediaPublicUrl, storageUrl }: Config): string[] {
  const origins = new Set<string>()
  if (mediaPublicUrl) origins.add(new URL(mediaPublicUrl).origin)
  if (storageUrl) origins.add(originOfStorage(new URL(storageUrl)))
  return [...origins]
}

function originOfStorage(url: URL): string {
  if (!url.host) return 'https://*.amazonaws.com'
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  return `${scheme}://${url.host}`
}
