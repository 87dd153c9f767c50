import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'
import { createBatches } from '../../lib/batches.ts'
import { FreshCache } from '../response-cache/fresh-cache.ts'
import { isMinorRequest } from '../response-cache/minor-requests.ts'
import { cookieSettings } from './cookies.ts'
import { createActivityRecorder } from './session-activity.ts'
import { continueSession, findSessions, sessionTokenOf, type Viewer } from './sessions.ts'

/** Triggers send a notification when a session ends or is confirmed, or an account changes (migration 32). */
const channel = 'session_changes'
/** How many sessions one statement looks up. */
const maxSessionsPerLookup = 200
/** A lookup that hangs must not delay the others. */
const overlapAfterMs = 20
const maxBytes = 4 * 1024 * 1024

type Found = Viewer & { bytes: number }

declare module 'fastify' {
  interface FastifyInstance {
    knownSessions: Pick<FreshCache<Found>, 'use'>
  }
}

/**
 * Finds who is signed in. Pages send several requests at once, so a session is looked up once for all requests within
 * a moment. Requests that make more than a minor change always look it up.
 */
export function createViewers(app: FastifyInstance, { sql, log, clock, config }: Context, freshMs: number) {
  const cookies = cookieSettings(config)
  const cache = new FreshCache<Found>({ freshMs, maxBytes, retriesOwn: true })
  app.decorate('knownSessions', cache)
  const record = createActivityRecorder(sql)
  // During a rush, such as likes of a popular video, each request has a different session.
  const findSession = createBatches({
    groupOf: () => 'all',
    keyOf: (token: string) => token,
    maxItems: maxSessionsPerLookup,
    overlapAfterMs,
    run: async (tokens) => {
      const sessions = await findSessions(sql, tokens, clock.now())
      return (token) => sessions.get(token)
    },
  })
  const listening = sql.listen(
    channel,
    () => cache.clear(),
    () => cache.clear(),
  )
  listening.catch((error: unknown) => log.error({ err: error }, 'cannot listen for changes of sessions'))
  app.addHook('onClose', () => listening.then((listener) => listener.unlisten()).catch(() => {}))
  app.addHook('onSend', async (request) => {
    const token = sessionTokenOf(request)
    if (token && !isMinorRequest(request)) cache.forget(token)
  })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Viewer | undefined> => {
    const token = sessionTokenOf(request)
    if (!token) return undefined
    const find = async () => {
      const session = await findSession(token)
      const viewer = await continueSession(request, reply, { token, session, record }, clock.now(), cookies)
      return viewer && { ...viewer, bytes: 300 }
    }
    // A cookie of an old name has to be checked and replaced.
    if (!isMinorRequest(request) || request.isSessionCookieOld) return find()
    return cache.get(token, find)
  }
}
