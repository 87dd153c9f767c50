import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import type { DestinationStream } from 'pino'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../src/context/config.ts'
import { type Context, createContext } from '../../src/context/context.ts'
import { connect } from '../../src/db/sql.ts'
import type { Push } from '../../src/delivery/push.ts'
import { createSampleUser } from '../../src/features/people/accounts/accounts.samples.ts'
import { rememberDevice } from '../../src/features/people/accounts/devices/devices.queries.ts'
import type { Job } from '../../src/jobs/define-job.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { hashToken, newToken } from '../../src/lib/security/tokens.ts'
import { type AppOptions, buildApp } from '../../src/program/app.ts'
import { runWorker } from '../../src/program/worker.ts'
import { createPgNotificationWait, createTestDatabase } from '../database/database.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { testPassword, testPasswordHash } from '../password.ts'
import { readersOf, startMailbox } from '../programs/mailbox.ts'
import { TestClient } from './client.ts'
import { createInjectedFetch } from './inject.ts'

interface TestAppOptions extends AppOptions {
  /** Where the log goes; LOG_LEVEL is still `silent` unless set. */
  logTo?: DestinationStream
  /** Receives the text of every statement. */
  onQuery?: (text: string) => void
  /** Sends push messages in place of the one that refuses private addresses. */
  push?: Push
  /** For tests of the worker itself. Others call `runJobs`. */
  hasWorker?: boolean
  /** Where benchmarks run PostgreSQL. Tests share one. */
  postgresUrl?: string
}

/**
 * The real app on a free port: real database, real SMTP server, and a clock that tests can move. Jobs wait until the
 * test runs them. `env` adds settings.
 */
export async function createTestApp(env: Record<string, string> = {}, options: TestAppOptions = {}) {
  const [database, mailbox, dataDir] = await Promise.all([
    createTestDatabase(options.postgresUrl ?? inject('postgresUrl')),
    startMailbox(),
    mkdtemp(join(tmpdir(), 'vireo-app-')),
  ])
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    MAIL_URL: mailbox.url,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const clock = createTestClock()
  // A logger for standard output would keep looking for lines to write after the app is closed.
  const log = createLogger(config.logLevel, options.logTo ?? { write: () => {} })
  const base = await createContext(config, log)
  const watched = options.onQuery && connect(database.url, { onQuery: options.onQuery })
  const context = { ...base, clock, sql: watched ?? base.sql, push: options.push ?? base.push }
  // Tests change rows directly and read them immediately, so nothing is cached unless a test is about that.
  const app = await buildApp(context, { freshMs: 0, ...options })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const worker = options.hasWorker ? await runWorker(context) : undefined
  const waitForPgNotifications = await createPgNotificationWait(context.sql, base.sql)
  // If responses and sessions are cached, clients first wait until the app has been notified of every change.
  const createClient = () => new TestClient(origin, options.freshMs ? waitForPgNotifications : undefined)
  const runDue = (only?: Job<Context>[]) => runJobs(context, only)
  return {
    context,
    config,
    clock,
    mailbox,
    origin,
    ...peopleOf(context, createClient),
    visitor: createClient,
    /** For many requests: it needs no connection. */
    injectedFetch: createInjectedFetch(app),
    /** Resolves when the app has been notified of every change: for requests without a client of the app. */
    waitForPgNotifications,
    runJobs: runDue,
    ...readersOf(mailbox, runDue),
    close: async () => {
      // A test may leave a response half read, so open connections are not waited for.
      app.server.closeAllConnections()
      await app.close()
      await worker?.stop()
      await watched?.end()
      await context.close()
      await mailbox.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function peopleOf(context: Context, createClient: () => TestClient) {
  let people = 0

  /** Creates a person with an account who is not signed in. */
  async function createPerson(username = `person${++people}`, fullname = 'Test Person') {
    const id = await createSampleUser(context, { username, fullname, passwordHash: testPasswordHash })
    return { id, username, fullname, email: `${username}@example.org`, password: testPassword }
  }

  /** Creates a person and returns a client in which they are signed in. */
  async function signedIn(username?: string, fullname?: string) {
    const person = await createPerson(username, fullname)
    const client = createClient()
    // As a known device, so that no mail about a new device is sent.
    const device = newToken()
    client.cookies.set('vireo_device', device)
    await rememberDevice(context.sql, person.id, hashToken(device).toString('hex'), context.clock.now())
    await client.call(api.signIn.login, { body: { username: person.username, password: testPassword } })
    return Object.assign(client, { person })
  }
  return { createPerson, signedIn }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

function createTestClock() {
  let ahead = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    /** Until the end of the test only `advance` moves it, so that times are known exactly. */
    stop: () => {
      stoppedAt = Date.now()
      onTestFinished(() => {
        stoppedAt = undefined
      })
    },
    advance: (seconds: number) => {
      ahead += seconds * 1000
    },
  }
}
