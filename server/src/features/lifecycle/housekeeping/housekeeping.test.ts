import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { prove } from '../../people/accounts/test-kit.ts'
import { sweepExpiredJob } from './housekeeping.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const tables = ['sessions', 'email_codes', 'email_proofs', 'rate_limits', 'known_devices', 'browser_flows']
const counts = () =>
  Promise.all(
    tables.map(async (table) => (await app.context.sql`select from ${app.context.sql(table)}`).length),
  )

it('housekeeping removes expired rows only', async () => {
  const { sql } = app.context
  await app.signedIn()
  await prove(app, app.visitor(), 'proven@example.org')
  await app.visitor().call(api.accounts.sendEmailOtp, { body: { email: 'asked@example.org' } })
  const addFlow = (name: string) => sql`
    insert into browser_flows (token_hash, kind, data, expires_at)
    values (${Buffer.from(name)}, 'test', '{}', ${secondsAfter(app.clock.now(), 60)})`
  await addFlow('old')
  expect((await counts()).every((count) => count > 0)).toBe(true)
  app.clock.advance(366 * 24 * 3600)
  await addFlow('new')
  const alive = await app.signedIn()
  await app.visitor().call(api.signIn.login, { body: { username: 'nobody', password: 'Songbird7' } })
  await enqueue(sql, sweepExpiredJob, {})
  await app.runJobs()
  expect(await counts()).toEqual([1, 0, 0, 3, 1, 1])
  expect(await alive.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
})
