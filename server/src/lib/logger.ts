import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Structured lines on standard output. Nothing that could be a secret is ever part of a line. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: ['req.headers', 'headers', '*.password', '*.token', '*.otp'], remove: true },
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        // A query can hold a search or a signature; the path says enough.
        path: request.url.split('?', 1)[0],
        ip: request.ip,
      }),
    },
  })
}
