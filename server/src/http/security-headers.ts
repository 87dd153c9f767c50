import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Nothing runs but the site's own files and the scripts that its page is known to hold, and no other site may frame it. */
export async function sendSecurityHeaders(app: FastifyInstance, config: Config, inlineScripts: string[]) {
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const elsewhere = mediaOrigins(config)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts.map(hashSource)],
        // Positions of menus and progress bars are style attributes; no style can run anything.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...elsewhere],
        mediaSrc: ["'self'", 'blob:', ...elsewhere],
        connectSrc: ["'self'", ...elsewhere],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Where a browser is sent for media when they do not come from this server. */
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
