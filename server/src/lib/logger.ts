import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger } from 'pino'

/** A signature gives access to a private file, so it must not be in the log. See `createSigner`. */
const signaturePattern = /^[0-9a-z]{1,10}-[\w-]{24}$/

/** A query can hold a search or a secret; the rest of the path says enough. */
function pathForLog(url: string): string {
  const [path = ''] = url.split('?', 1)
  const segments = path.split('/')
  return segments.map((one) => (signaturePattern.test(decode(one)) ? '[signature]' : one)).join('/')
}

/** The router decodes paths, so an encoded signature is valid too. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

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
        path: pathForLog(request.url),
        ip: request.ip,
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
