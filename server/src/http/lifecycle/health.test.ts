import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { fastify } from 'fastify'
import { expect, inject, it } from 'vitest'
import { createTestApp } from '../../../test/app/app.ts'
import { findValue, scrape } from '../../../test/app/metrics.ts'
import { patiently } from '../../../test/patience.ts'
import { connect } from '../../db/sql.ts'
import { staff } from '../../features/staff/moderation/test-kit.ts'
import { serveHealth } from './health.ts'

it('/healthz and /readyz succeed while the server works', async () => {
  const app = await createTestApp()
  try {
    const alive = await app.visitor().fetch('/healthz')
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
    const ready = await app.visitor().fetch('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', database: 'ok', storage: 'ok', disk: 'ok' },
    ])
  } finally {
    await app.close()
  }
})

it('/readyz reports an unavailable storage, but pages and comments work, so it does not fail', async () => {
  const app = await createTestApp()
  try {
    await rm(join(app.config.dataDir, 'media'), { recursive: true })
    const response = await app.visitor().fetch('/readyz')
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', database: 'ok', storage: 'failed', disk: 'ok' },
    ])
    expect((await app.visitor().fetch('/healthz')).status).toBe(200)
    expect(findValue(await scrape(app.origin), 'vireo_store_up')).toBe(0)
    expect(findValue(await scrape(app.origin), 'vireo_disk_accepts_files')).toBe(1)
    const admin = await staff(app, 'admin')
    expect((await admin.call(api.siteStorage.get)).data).toMatchObject({ failing: ['storage'], free: null })
    await mkdir(join(app.config.dataDir, 'media/.tmp'), { recursive: true })
    expect(await (await app.visitor().fetch('/readyz')).json()).toMatchObject({ storage: 'ok' })
    expect(findValue(await scrape(app.origin), 'vireo_store_up')).toBe(1)
    expect((await admin.call(api.siteStorage.get)).data).toMatchObject({ failing: [] })
  } finally {
    await app.close()
  }
})

it('/healthz fails when the embedded database cannot be restarted', async () => {
  const app = await createTestApp()
  const other = fastify()
  try {
    serveHealth(other, { ...app.context, isDatabaseLost: () => true })
    const answer = await other.inject('/healthz')
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'failed', database: 'failed' }])
  } finally {
    await other.close()
    await app.close()
  }
})

it('without the database, /readyz fails, /healthz succeeds and calls get an envelope, until the database is back', async () => {
  const app = await createTestApp()
  const admin = connect(inject('postgresUrl'), { max: 1 })
  const name = new URL(app.context.databaseUrl).pathname.slice(1)
  try {
    await admin.unsafe(`alter database ${name} allow_connections false`)
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    const response = await app.visitor().fetch('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'failed', database: 'failed', storage: 'ok', disk: 'ok' },
    ])
    expect((await app.visitor().fetch('/healthz')).status).toBe(200)
    const call = await app.visitor().fetch('/api/v1/user/channel/robin')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await call.json()).toMatchObject({ statuscode: 503, data: null, success: false })
  } finally {
    await admin.unsafe(`alter database ${name} allow_connections true`)
    await admin.end({ timeout: 5 })
  }
  try {
    expect((await app.visitor().fetch('/readyz')).status).toBe(200)
    // The connection that listens for events reconnects. Until then it cannot be closed with the others. The last
    // channel that it listens to is that of the test app.
    const { sql } = app.context
    const listening = () => sql`
      select from pg_stat_activity where datname = ${name} and query ilike 'listen%test_settled%'`
    await expect.poll(async () => (await listening()).length, patiently).toBe(1)
  } finally {
    await app.close()
  }
})
