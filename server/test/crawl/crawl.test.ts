import { type AnyEndpoint, addressOf, api, roles } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../app/app.ts'
import { type Case, casesOf, isRequired, wholeBodies } from './cases.ts'
import { type Row, rows } from './rows.ts'
import { put, send } from './send.ts'
import { type Actor, actors, createSite, type Site } from './site.ts'

const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, AnyEndpoint] => [`${group}.${name}`, endpoint]),
)

let app: TestApp
let site: Site
beforeAll(async () => {
  app = await createTestApp()
  site = await createSite(app)
})
afterAll(() => app.close())

it('every call of the contract has one row of test data', () => {
  expect(Object.keys(rows).sort()).toEqual(endpoints.map(([name]) => name).sort())
})

describe('for any caller and any input', () => {
  it.each(endpoints)('%s answers as its endpoint declares', async (name, endpoint) => {
    const row = rows[name]
    if (!row) throw new Error(`${name} has no row`)
    const wrong: string[] = []
    for (const actor of actors)
      if (row.staff || !isStaff(actor)) wrong.push(...(await crawl(endpoint, row, actor)))
    expect(wrong).toEqual([])
  })
})

describe('a body that is not a JSON object', () => {
  const withBody = endpoints.filter(([, { body, files }]) => body && !files)
  it.each(withBody)('is refused by %s', async (name, endpoint) => {
    const path = addressOf(endpoint).replace(/:\w+/g, 'x')
    const statuses: [string, number][] = []
    for (const [kind, body, type] of wholeBodies) {
      const init = { method: endpoint.method, headers: { 'content-type': type }, body }
      const client = endpoint.auth === 'session' || endpoint.auth === 'public' ? 'owner' : 'admin'
      const response = await site.clients[client].fetch(path, init)
      await response.body?.cancel()
      statuses.push([kind, response.status])
    }
    expect(statuses, name).toEqual(wholeBodies.map(([kind, , , status]) => [kind, status]))
  })
})

/** A status, or a class of them: any 4xx, or anything below 500. */
type Expected = number | 'a refusal' | 'no fault of ours'

/** Sends every case of an endpoint as one actor; returns the unexpected results. */
async function crawl(endpoint: AnyEndpoint, row: Row, actor: Actor): Promise<string[]> {
  const wrong: string[] = []
  const { videoId, tweetId, playlistId, videoCommentId: commentId, ownerId: channelId } = site
  const good = goodStatus(row, actor)
  const cases = casesOf(endpoint, { videoId, tweetId, playlistId, commentId, channelId })
  // If the caller makes no difference, only the owner or administrator sends every value, others one of each kind.
  const isThorough =
    actor === (row.staff ? 'admin' : 'owner') || (actor === 'other' && good !== goodStatus(row, 'owner'))
  for (const one of [undefined, ...(isThorough ? cases : onePerKind(cases))]) {
    const expected = one ? expectedOf(endpoint, row, actor, one) : good
    const mayPass = expected === good || expected === 'no fault of ours'
    if (one && row.isCostly && mayPass) continue
    const base = await row.input(site, actor, mayPass)
    const input = one ? put(base, one) : base
    const client = input.as ?? site.clients[actor]
    if (expected === good) await row.prepare?.(app, client, input)
    // Valid calls use a real connection, and so do event streams, which do not end; the many others need none.
    const by = one && endpoint.protocol !== 'event-stream' ? app.injectedFetch : fetch
    const { status, code } = await send(client, endpoint, input, by)
    if (status >= 400 && endpoint.method !== 'HEAD' && typeof code !== 'string')
      wrong.push(`${actor}: ${describeCase(one)}: ${status} without a code`)
    if (!isAsExpected(status, expected))
      wrong.push(`${actor}: ${describeCase(one)}: ${status}, not ${expected}`)
  }
  return wrong
}

const onePerKind = (cases: Case[]) => [
  ...new Map(cases.map((one) => [`${one.part} ${one.kind}`, one])).values(),
]

const isStaff = (actor: Actor) => actor === 'moderator' || actor === 'admin'

const goodStatus = ({ status, staff = [0, 0] }: Row, actor: Actor) =>
  [...status, ...staff][actors.indexOf(actor)] ?? 0

/** Refused before any part of the call is validated. */
const lacksRole = ({ auth }: AnyEndpoint, actor: Actor) =>
  auth !== 'public' &&
  auth !== 'session' &&
  roles.indexOf(isStaff(actor) ? actor : 'member') < roles.indexOf(auth)

const describeCase = (one: Case | undefined) =>
  one ? `${one.part} ${one.field} ${one.kind} ${JSON.stringify(one.value)?.slice(0, 40) ?? ''}` : 'good'

function expectedOf(endpoint: AnyEndpoint, row: Row, actor: Actor, one: Case): Expected {
  const { part, field, kind, verdict } = one
  if (lacksRole(endpoint, actor)) return 404
  if (actor === 'visitor' && endpoint.auth !== 'public')
    // An address without a route gives a 404 before the session is checked.
    return part === 'params' ? 'a refusal' : 401
  if (verdict === 'free') return 'no fault of ours'
  // Pages ignore invalid parameters of their query.
  if (endpoint.protocol === 'redirect' && part === 'query') return goodStatus(row, actor)
  // A field, a request and a file that are too large give different 4xx.
  if (part === 'headers' || (kind === 'huge' && part !== 'body')) return 'a refusal'
  // The owner may be checked before the file.
  if (one.value instanceof File && goodStatus(row, actor) >= 400) return 'a refusal'
  if (verdict === 'invalid') return part === 'params' ? 404 : 400
  const schema = part === 'query' ? endpoint.query : endpoint.body
  const isNeeded =
    isRequired(schema, field) || endpoint.files?.[field]?.required || row.needs?.includes(field)
  return isNeeded ? 400 : goodStatus(row, actor)
}

function isAsExpected(status: number, expected: Expected): boolean {
  if (expected === 'no fault of ours') return status < 500
  if (expected === 'a refusal') return status >= 400 && status < 500
  return status === expected
}
