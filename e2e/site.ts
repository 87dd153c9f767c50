import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { connect, type Sql } from '../server/src/db/sql.ts'
import { createSampleUser } from '../server/src/features/accounts/accounts.samples.ts'
import { systemClock } from '../server/src/lib/clock.ts'
import { findFreePort } from '../server/src/lib/free-port.ts'
import { star } from '../server/src/seed/pictures/motifs.ts'
import type { ProviderPerson } from '../server/src/seed/sample-providers/people.ts'
import { startSampleProvider } from '../server/src/seed/sample-providers/sample-provider.ts'
import { TestClient } from '../server/test/client.ts'
import { createTestDatabase } from '../server/test/database.ts'
import { startMailbox } from '../server/test/mailbox.ts'
import { testPassword, testPasswordHash } from '../server/test/password.ts'
import { startTestPostgres } from '../server/test/postgres.ts'
import { settingsOf } from '../server/test/sample-providers.ts'

const serverMain = new URL('../server/src/main.ts', import.meta.url).pathname

const testSettings = {
  LOG_LEVEL: 'warn',
  // Each test sends its own client address, so that the tests do not share rate limits.
  TRUST_PROXY: 'true',
}

export interface Person {
  fullname: string
  username: string
  email: string
  password: string
}

interface SiteOptions {
  /** Logs as a site does by default, but to nowhere. */
  isLogging?: boolean
}

/** Starts the real server as a separate process, with a real database and a real mail server. */
export async function startSite({ isLogging = false }: SiteOptions = {}) {
  const people: ProviderPerson[] = []
  const [dataDir, postgres, mailbox, port, ...providers] = await Promise.all([
    mkdtemp(join(tmpdir(), 'vireo-e2e-')),
    startTestPostgres(),
    startMailbox(),
    findFreePort(),
    startSampleProvider({ id: 'google', people }),
    startSampleProvider({ id: 'github', people }),
  ])
  const database = await createTestDatabase(postgres.url)
  const sql = connect(database.url, { max: 1 })
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...Object.assign({}, ...providers.map(({ provider }) => settingsOf(provider))),
    ...testSettings,
    ...(isLogging && { LOG_LEVEL: 'info' }),
    ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: String(port), MAIL_URL: mailbox.url },
  }
  const start = () => launch(env, origin, isLogging ? 'ignore' : 'inherit')
  let server = await start()
  const accounts = createAccounts(sql, origin)
  const stop = async () => {
    server.kill('SIGTERM')
    await ended(server)
  }

  return {
    origin,
    dataDir,
    databaseUrl: database.url,
    /** The id of the server's process, for measurements. */
    pid: () => server.pid ?? 0,
    mailbox,
    /** For states that a test cannot reach through the site. */
    sql,
    ...accounts,
    addProviderPerson: (email: string, name?: string) => addProviderPerson(people, email, name),
    setRole: async ({ username }: Person, role: 'moderator' | 'admin') => {
      await sql`update users set role = ${role} where username = ${username}`
    },
    stop,
    /** Starts the server again on the same data and port. */
    restart: async () => {
      await stop()
      server = await start()
    },
    close: async () => {
      // The data is deleted, so there is no need to wait for running jobs.
      server.kill('SIGKILL')
      await ended(server)
      await Promise.all(providers.map((provider) => provider.stop()))
      await mailbox.close()
      await sql.end()
      await database.drop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function createAccounts(sql: Sql, origin: string) {
  const clients = new Map<string, TestClient>()
  return {
    /** Creates an account without the mailed code, and signs in to it. */
    signUp: async ({ fullname = 'Robin Viewer' } = {}): Promise<{ person: Person; client: TestClient }> => {
      // The count comes first: a name without its last letter is the beginning of no other name.
      const username = `viewer${clients.size + 1}p${process.pid.toString(36)}`
      const person = { fullname, username, email: `${username}@example.org`, password: testPassword }
      const account = { username, fullname, passwordHash: testPasswordHash }
      await createSampleUser({ sql, clock: systemClock }, account)
      const client = new TestClient(origin)
      const headers = { 'x-forwarded-for': newAddress() }
      const body = { username, password: testPassword }
      const signedIn = await client.call(api.signIn.login, { body, headers })
      if (signedIn.status !== 200) throw new Error(signedIn.message)
      clients.set(username, client)
      return { person, client }
    },
    /** The client of someone who signed up here. */
    clientOf: (username: string) => clients.get(username),
  }
}

/** Adds a person who has an account at each sample provider. */
function addProviderPerson(people: ProviderPerson[], email: string, name = 'Wren Okafor'): ProviderPerson {
  const id = String(5000 + people.length)
  const login = `wren${id}`
  const person = { id, name, login, email, isEmailVerified: true, note: '', picture: star(12) }
  people.push(person)
  return person
}

export type Site = Awaited<ReturnType<typeof startSite>>

let addresses = 0
/** An address of the range reserved for documentation, each in a different network (/64). */
export const newAddress = () => {
  addresses += 1
  return `2001:db8:${process.pid.toString(16).slice(-4)}:${addresses.toString(16)}::1`
}

/** Those of `npm start`: a small young generation, which would otherwise hold 64 MB of an upload's used buffers. */
export const nodeFlags = ['--max-semi-space-size=2']

async function launch(
  env: NodeJS.ProcessEnv,
  origin: string,
  output: 'ignore' | 'inherit',
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [...nodeFlags, serverMain], {
    env,
    stdio: ['ignore', output, 'inherit'],
  })
  await waitUntilReady(origin, server)
  return server
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
}

async function waitUntilReady(origin: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready')
    // Not /readyz: after a request to it, a server assumes a load balancer and delays its shutdown by two seconds.
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // The caller only gets the error, so it could not stop the process.
  server.kill('SIGTERM')
  throw new Error('The server was not ready within a minute')
}
