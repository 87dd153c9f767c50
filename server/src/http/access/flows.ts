import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/sql.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { hashToken, newToken } from '../../lib/security/tokens.ts'
import { type CookieSettings, clearCookie, setCookie } from './cookies.ts'

/**
 * Something that a browser starts and the same browser finishes soon after, such as the second step of a sign-in. A
 * cookie holds a token, so that it cannot be finished in another browser; a row holds the data to continue.
 */
export interface FlowKind<Data> {
  name: string
  lifetimeSeconds: number
  /** Never set. Only ties the type of the data to the kind. */
  readonly data?: Data
}

interface Flow<Data> {
  userId: string | null
  data: Data
}

const cookieOf = ({ name }: FlowKind<unknown>) => `vireo_${name}`

/** A browser has at most one flow of each kind. A new one replaces it. */
export async function startFlow<Data extends object>(
  db: Db,
  reply: FastifyReply,
  kind: FlowKind<Data>,
  { userId, data }: Flow<Data>,
  now: Date,
  settings: CookieSettings,
): Promise<void> {
  const token = newToken()
  await db`
    insert into browser_flows (token_hash, kind, user_id, data, expires_at)
    values (
      ${hashToken(token)}, ${kind.name}, ${userId}, ${JSON.stringify(data)}::text::jsonb,
      ${secondsAfter(now, kind.lifetimeSeconds)}
    )`
  setCookie(reply, cookieOf(kind), token, { httpOnly: true, maxAge: kind.lifetimeSeconds }, settings)
}

/** The flow of this browser, without ending it. */
export async function findFlow<Data>(
  db: Db,
  request: FastifyRequest,
  kind: FlowKind<Data>,
  now: Date,
): Promise<Flow<Data> | undefined> {
  const [row] = await db<Flow<Data>[]>`
    select user_id as "userId", data from browser_flows where ${matches(db, request, kind, now)}`
  return row
}

/** Ends the flow of this browser and returns it. Of two simultaneous calls only one gets it. */
export async function takeFlow<Data>(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: FlowKind<Data>,
  now: Date,
  settings: CookieSettings,
): Promise<Flow<Data> | undefined> {
  clearCookie(reply, cookieOf(kind), { httpOnly: true }, settings)
  const [row] = await db<Flow<Data>[]>`
    delete from browser_flows where ${matches(db, request, kind, now)} returning user_id as "userId", data`
  return row
}

/** Ends all flows of an account in all browsers. */
export async function endFlows(db: Db, userId: string): Promise<void> {
  await db`delete from browser_flows where user_id = ${userId}`
}

export async function deleteExpiredFlows(db: Db, now: Date): Promise<void> {
  await db`delete from browser_flows where expires_at <= ${now}`
}

const matches = (db: Db, request: FastifyRequest, kind: FlowKind<unknown>, now: Date) => db`
  token_hash = ${hashToken(request.cookies[cookieOf(kind)] ?? '')} and kind = ${kind.name} and expires_at > ${now}`
