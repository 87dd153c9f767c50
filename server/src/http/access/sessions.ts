import { limits, type Role } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../context/config.ts'
import type { Db } from '../../db/sql.ts'
import { AppError, unauthorized } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/security/tokens.ts'

const lifetimeSeconds = 30 * 24 * 3600
/** A session is extended at most this often, so that not every request writes a row. */
const extendEverySeconds = 3600
const sessionCookie = 'vireo_session'
/** Scripts can read this cookie. It only shows whether to request the current user, so it is useless to a thief. */
const hintCookie = 'vireo_signed_in'

/** Browsers send 100 to 200 characters. */
const userAgentLength = 300

export interface Viewer {
  id: string
  role: Role
  sessionId: string
  /** When the person last proved their identity, by signing in or confirming it later. */
  confirmedAt: Date
}

export interface CookieSettings {
  secure: boolean
  sameSite: 'lax' | 'none'
}

/**
 * Cookies are limited to HTTPS if the site uses it. For CORS_ORIGINS, which may be other sites, cookies
 * are sent with calls from any site, and only `checkOrigin` refuses foreign ones. Browsers accept that only with HTTPS.
 */
export function cookieSettings({ publicUrl, corsOrigins }: Config): CookieSettings {
  const secure = publicUrl?.startsWith('https:') ?? false
  return { secure, sameSite: secure && corsOrigins.length > 0 ? 'none' : 'lax' }
}

const cookieOptions = (settings: CookieSettings) => ({ path: '/', ...settings, maxAge: lifetimeSeconds })

/** Options of cookies that scripts cannot read, both to set and to clear them. */
export const httpOnlyCookie = (settings: CookieSettings) => ({ path: '/', ...settings, httpOnly: true })

export async function startSession(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, deviceHash }: { userId: string; deviceHash: string },
  now: Date,
  settings: CookieSettings,
): Promise<void> {
  const token = newToken()
  await db`
    insert into sessions ${db({
      token_hash: hashToken(token),
      id: newId(),
      user_id: userId,
      user_agent: userAgentOf(request),
      device_hash: deviceHash,
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      expires_at: secondsAfter(now, lifetimeSeconds),
    })}`
  sendCookies(reply, token, settings)
}

export const userAgentOf = (request: FastifyRequest) =>
  (request.headers['user-agent'] ?? '').slice(0, userAgentLength)

function sendCookies(reply: FastifyReply, token: string, settings: CookieSettings) {
  reply.setCookie(sessionCookie, token, { ...cookieOptions(settings), httpOnly: true })
  reply.setCookie(hintCookie, '1', cookieOptions(settings))
}

export function clearSessionCookies(reply: FastifyReply, settings: CookieSettings) {
  const { maxAge: _, ...options } = cookieOptions(settings)
  reply.clearCookie(sessionCookie, { ...options, httpOnly: true })
  reply.clearCookie(hintCookie, options)
}

/** Undefined too if the request was refused before its cookies were read. */
export const sessionTokenOf = ({ cookies }: { cookies?: FastifyRequest['cookies'] | null }) =>
  cookies?.[sessionCookie]

/** Whether the browser has a session cookie; the session itself may have ended. */
export const sendsSession = (request: FastifyRequest) => sessionTokenOf(request) !== undefined

/** The same for a request whose cookies are not read yet. */
export const hasSessionCookie = (cookies: string | undefined) =>
  cookies?.includes(`${sessionCookie}=`) ?? false

interface Session extends Viewer {
  lastSeenAt: Date
}

/** Finds sessions by their tokens. */
export async function findSessions(db: Db, tokens: string[], now: Date): Promise<Map<string, Session>> {
  const hashes = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]))
  const rows = await db<(Session & { hash: string })[]>`
    select u.id, u.role, s.id as "sessionId", s.confirmed_at as "confirmedAt", s.last_seen_at as "lastSeenAt",
      encode(s.token_hash, 'hex') as hash
    from sessions s
      join users u on u.id = s.user_id and u.is_active
    where s.token_hash = any(array(select decode(hash, 'hex') from unnest(${[...hashes.keys()]}::text[]) as hash))
      and s.expires_at > ${now}`
  return new Map(rows.map(({ hash, ...session }) => [hashes.get(hash) ?? '', session]))
}

/** Extends a session that is in use; clears the cookies of one that has ended. */
export async function continueSession(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session }: { token: string; session: Session | undefined },
  now: Date,
  settings: CookieSettings,
): Promise<Viewer | undefined> {
  if (!session) {
    clearSessionCookies(reply, settings)
    return undefined
  }
  const { lastSeenAt, ...viewer } = session
  if (secondsAfter(lastSeenAt, extendEverySeconds) <= now) {
    await db`
      update sessions set last_seen_at = ${now}, user_agent = ${userAgentOf(request)},
        expires_at = ${secondsAfter(now, lifetimeSeconds)}
      where token_hash = ${hashToken(token)}`
    sendCookies(reply, token, settings)
  }
  return viewer
}

/** For changes to sign-in methods and for the export of an account: a session left open is not enough for these. */
export function assertConfirmed(viewer: Viewer, now: Date): void {
  if (!isConfirmed(viewer, now))
    throw new AppError(403, 'auth.confirm-needed', 'Please confirm that it is you')
}

export const isConfirmed = ({ confirmedAt }: Viewer, now: Date) =>
  secondsAfter(confirmedAt, limits.confirmedSeconds) >= now

/**
 * For changes that a person started earlier: throws if their session has ended, and keeps it until the transaction
 * ends.
 */
export async function assertSessionLives(db: Db, { id, sessionId }: Viewer, now: Date): Promise<void> {
  const [row] = await db`
    select from sessions where id = ${sessionId} and user_id = ${id} and expires_at > ${now} for share`
  if (!row) throw unauthorized()
}

export async function confirmSession(db: Db, { sessionId }: Viewer, now: Date): Promise<void> {
  await db`update sessions set confirmed_at = ${now} where id = ${sessionId}`
}

export async function endSession(db: Db, request: FastifyRequest): Promise<void> {
  const token = sessionTokenOf(request)
  if (token) await db`delete from sessions where token_hash = ${hashToken(token)}`
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db`delete from sessions where user_id = ${userId}`
}

/** For responses that stay open and check later whether their session has ended. */
export function sessionHashOf(request: FastifyRequest): Buffer | undefined {
  const token = sessionTokenOf(request)
  return token ? hashToken(token) : undefined
}

/** Which of these sessions have not ended; the hashes in hex. */
export async function listLiveSessions(db: Db, hashes: Buffer[], now: Date): Promise<Set<string>> {
  const hex = hashes.map((hash) => hash.toString('hex'))
  const rows = await db<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from sessions
    where token_hash in (select decode(hash, 'hex') from unnest(${hex}::text[]) as list (hash))
      and expires_at > ${now}`
  return new Set(rows.map((row) => row.hash))
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db`delete from sessions where expires_at <= ${now}`
}
