import { limits, type Role } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/sql.ts'
import { AppError, unauthorized } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/security/tokens.ts'
import { type CookieSettings, clearCookie, hintCookie, sessionCookie, setCookie } from './cookies.ts'
import { type createActivityRecorder, isActivityDue } from './session-activity.ts'

const lifetimeSeconds = 30 * 24 * 3600
/** A session is extended at most this often, so that few responses set cookies. */
const extendEverySeconds = 3600
/** Browsers send 100 to 200 characters. */
const userAgentLength = 300

export interface Viewer {
  id: string
  role: Role
  sessionId: string
  /** When the person last proved their identity, by signing in or confirming it later. */
  confirmedAt: Date
}

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
      has_prefixed_cookie: settings.secure,
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
  const maxAge = lifetimeSeconds
  setCookie(reply, sessionCookie, token, { httpOnly: true, maxAge }, settings)
  setCookie(reply, hintCookie, '1', { httpOnly: false, maxAge }, settings)
}

export function clearSessionCookies(reply: FastifyReply, settings: CookieSettings) {
  clearCookie(reply, sessionCookie, { httpOnly: true }, settings)
  clearCookie(reply, hintCookie, { httpOnly: false }, settings)
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
  expiresAt: Date
  /** It has a cookie that only the site itself can set, and is not accepted with another one. */
  hasPrefixedCookie: boolean
}

/** Finds sessions by their tokens. */
export async function findSessions(db: Db, tokens: string[], now: Date): Promise<Map<string, Session>> {
  const hashes = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]))
  const rows = await db<(Session & { hash: string })[]>`
    select u.id, u.role, s.id as "sessionId", s.confirmed_at as "confirmedAt", s.last_seen_at as "lastSeenAt",
      s.expires_at as "expiresAt", s.has_prefixed_cookie as "hasPrefixedCookie", encode(s.token_hash, 'hex') as hash
    from sessions s
      join users u on u.id = s.user_id and u.is_active
    where s.token_hash = any(array(select decode(hash, 'hex') from unnest(${[...hashes.keys()]}::text[]) as hash))
      and s.expires_at > ${now}`
  return new Map(rows.map(({ hash, ...session }) => [hashes.get(hash) ?? '', session]))
}

interface Continued {
  token: string
  session: Session | undefined
  record: ReturnType<typeof createActivityRecorder>
}

/** Records and extends a session that is in use; clears the cookies of one that has ended. */
export async function continueSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, session, record }: Continued,
  now: Date,
  settings: CookieSettings,
): Promise<Viewer | undefined> {
  const { isSessionCookieOld } = request
  // Another host of the domain may have set it, to sign the person in to a session of its own.
  const isForeign = isSessionCookieOld && session?.hasPrefixedCookie
  if (!session || isForeign) {
    clearSessionCookies(reply, settings)
    return undefined
  }
  const { lastSeenAt, expiresAt, hasPrefixedCookie, ...viewer } = session
  const isActive = isActivityDue(lastSeenAt, now)
  // From here on only the new cookie counts. Not within minutes of a request with the old one, which may have been sent
  // together with others that are still to arrive.
  const marksPrefixed = settings.secure && !hasPrefixedCookie && !isSessionCookieOld && isActive
  // A session that is used by its old cookie ends after thirty days, so that no such sessions remain.
  const mayExtend = !settings.secure || hasPrefixedCookie || marksPrefixed
  const isExtended = mayExtend && secondsAfter(expiresAt, extendEverySeconds - lifetimeSeconds) <= now
  if (isExtended || isActive || isSessionCookieOld) {
    const extendedTo = isExtended ? secondsAfter(now, lifetimeSeconds) : undefined
    const [tokenHash, userAgent] = [hashToken(token), userAgentOf(request)]
    await record({ tokenHash, userAgent, expiresAt: extendedTo, marksPrefixed, at: now })
  }
  if (isExtended || isSessionCookieOld) sendCookies(reply, token, settings)
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

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db`delete from sessions where expires_at <= ${now}`
}
