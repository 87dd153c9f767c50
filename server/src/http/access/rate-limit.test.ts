import { api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { TestClient } from '../../../test/app/client.ts'
import { createContext } from '../../context/context.ts'
import { buildApp } from '../../program/app.ts'

const wrong = (username: string) => ({ username, password: 'Songbird8' })

describe('rate limits', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('apply across processes on one database, and across restarts', async () => {
    const { username } = await app.createPerson()
    for (let i = 0; i < 5; i++) await app.visitor().call(api.signIn.login, { body: wrong(username) })
    // Stands for another process, with its own pool and memory.
    const context = await createContext(app.config, app.context.log)
    const other = await buildApp({ ...context, clock: app.clock })
    const elsewhere = new TestClient(await other.listen({ port: 0, host: '127.0.0.1' }))
    for (let i = 0; i < 5; i++)
      expect(await elsewhere.call(api.signIn.login, { body: wrong(username) })).toMatchObject({ status: 401 })
    for (const client of [elsewhere, app.visitor()])
      expect(await client.call(api.signIn.login, { body: wrong(username) })).toMatchObject({
        status: 429,
        message: tooManyRequestsMessage,
      })
    await other.close()
    await context.close()
  })
})

describe('the address that is counted', () => {
  /** The addresses that were counted for attempts with these X-Forwarded-For headers. */
  async function countedAddresses(app: TestApp, forwarded: string[]): Promise<string[]> {
    for (const [i, header] of forwarded.entries()) {
      const headers = { 'x-forwarded-for': header }
      await app.visitor().call(api.signIn.login, { body: wrong(`nobody${i}`), headers })
    }
    const rows = await app.context.sql`select key from rate_limits where key like 'login:ip:%' order by key`
    return rows.map((row) => row.key.slice('login:ip:'.length))
  }
  const forged = ['203.0.113.1', '203.0.113.2', '198.51.100.7, 203.0.113.3']

  it.each([
    ['is that of the connection by default, whatever the header says', undefined, ['127.0.0.1']],
    [
      'is the first of the header if all proxies are trusted',
      'true',
      ['198.51.100.7', '203.0.113.1', '203.0.113.2'],
    ],
    ['is the last of the header behind one hop', '1', ['203.0.113.1', '203.0.113.2', '203.0.113.3']],
    [
      'is the last of the header behind a proxy that is named by address',
      'loopback',
      ['203.0.113.1', '203.0.113.2', '203.0.113.3'],
    ],
    ['is that of the connection behind a proxy that is not named', '192.0.2.0/24', ['127.0.0.1']],
  ])('%s', async (_what, trustProxy, counted) => {
    const app = await createTestApp(trustProxy ? { TRUST_PROXY: trustProxy } : {})
    try {
      expect(await countedAddresses(app, forged)).toEqual(counted)
    } finally {
      await app.close()
    }
  })

  it('is the same with any port, and never anything but an address', async () => {
    const app = await createTestApp({ TRUST_PROXY: '1' })
    const cases: [headers: string[], counted: string][] = [
      [['203.0.113.5:4711', '203.0.113.5:4712', '203.0.113.5'], '203.0.113.5'],
      [['[2001:db8:1:2::3]:4711', '[2001:db8:1:2::4]:4712', '[2001:db8:1:2::5]'], '2001:db8:1:2::/64'],
      // Counted as the proxy that sent it.
      [['unknown', '_hidden', '1.2.3', '0x7f.1:8', '[nonsense]:1', ':'], '127.0.0.1'],
      [['x:1, 203.0.113.6:1', 'y, 203.0.113.6:2'], '203.0.113.6'],
    ]
    try {
      for (const [headers, counted] of cases) {
        expect(await countedAddresses(app, headers)).toEqual([counted])
        await app.context.sql`delete from rate_limits`
      }
    } finally {
      await app.close()
    }
  })

  it('can be claimed by anybody with TRUST_PROXY=true, and only then the log warns of that at the start', async () => {
    const countWarnings = async (trustProxy: string) => {
      const lines: string[] = []
      const logTo = { write: (line: string) => void lines.push(line) }
      const app = await createTestApp({ TRUST_PROXY: trustProxy, LOG_LEVEL: 'warn' }, { logTo })
      await app.close()
      return lines.filter((line) => line.includes('TRUST_PROXY=true believes')).length
    }
    expect([await countWarnings('true'), await countWarnings('1')]).toEqual([1, 0])
  })

  it('cannot be changed by forged headers to evade a limit', async () => {
    const app = await createTestApp()
    try {
      await app.visitor().call(api.signIn.login, { body: wrong('nobody') })
      await app.context.sql`update rate_limits set count = 50 where key = 'login:ip:127.0.0.1'`
      const headers = {
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
      }
      const answer = await app.visitor().call(api.signIn.login, { body: wrong('nobody'), headers })
      expect(answer).toMatchObject({ status: 429, message: tooManyRequestsMessage })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  })
})
