import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger } from 'pino'

/** Structured lines, on standard output unless told otherwise. Nothing that could be a secret is part of a line. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: ['req.headers', 'headers', '*.headers', '*.password', '*.token', '*.otp'],
      remove: true,
    },
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        // A query can hold a search or a signature; the path says enough.
        path: request.url.split('?', 1)[0],
        ip: request.ip,
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
