import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { api, type Video } from '@vireo/contract'
import { readConfig } from '../../server/src/context/config.ts'
import { type Context, createContext } from '../../server/src/context/context.ts'
import type { Sql } from '../../server/src/db/sql.ts'
import { createSampleUser } from '../../server/src/features/people/accounts/accounts.samples.ts'
import { secondsAfter } from '../../server/src/lib/clock.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { findFreePort } from '../../server/src/lib/net/free-port.ts'
import { hashToken, newToken } from '../../server/src/lib/security/tokens.ts'
import { star } from '../../server/src/program/seed/pictures/motifs.ts'
import type { ProviderPerson } from '../../server/src/program/seed/sample-providers/people.ts'
import { startSampleProvider } from '../../server/src/program/seed/sample-providers/sample-provider.ts'
import { TestClient } from '../../server/test/app/client.ts'
import { addReadyVideo, type ReadyVideo } from '../../server/test/content/ready-videos.ts'
import { createTestDatabase } from '../../server/test/database/database.ts'
import { startTestPostgres } from '../../server/test/database/postgres.ts'
import { runJobs } from '../../server/test/jobs/run-jobs.ts'
import { testPassword, testPasswordHash } from '../../server/test/password.ts'
import { startMailbox } from '../../server/test/programs/mailbox.ts'
import { settingsOf } from '../../server/test/programs/sample-providers.ts'

const serverMain = new URL('../../server/src/main.ts', import.meta.url).pathname

const testSettings = {
  LOG_LEVEL: 'warn',
  // Each test sends a client address of its own, so that tests do not share rate limits.
  TRUST_PROXY: 'true',
}

export interface Person {
  id: string
  fullname: string
  username: string
  email: string
  password: string
}

/** A person with a signed-in client. */
export interface Account {
  person: Person
  client: TestClient
}

interface SiteOptions {
  /** With `api` nothing runs in the background; `runJobs` runs the due jobs. */
  role?: 'all' | 'api'
  /** Logs as much as a site does by default, but discards it. */
  isLogging?: boolean
  /** The origins of other clients, which may use the API as the site's own pages do. */
  corsOrigins?: string
}

/** Starts the real server as a separate process, with a real database and a real mail server. */
export async function startSite({ role = 'all', isLogging = false, corsOrigins }: SiteOptions = {}) {
  const people: ProviderPerson[] = []
  const [dataDir, postgres, mailbox, port, ...providers] = await Promise.all([
    mkdtemp(join(tmpdir(), 'vireo-e2e-')),
    startTestPostgres(),
    startMailbox(),
    findFreePort(),
    startSampleProvider({ id: 'google', people }),
    startSampleProvider({ id: 'github', people }),
    startSampleProvider({ id: 'oidc', people }),
  ])
  const database = await createTestDatabase(postgres.url)
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...Object.assign({}, ...providers.map(({ provider }) => settingsOf(provider))),
    ...testSettings,
    ...(isLogging && { LOG_LEVEL: 'info' }),
    ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, MAIL_URL: mailbox.url },
    ...{ PORT: String(port), ROLE: role },
    ...(corsOrigins && { CORS_ORIGINS: corsOrigins }),
  }
  const context = await createContext(readConfig(env))
  const { sql } = context
  const { kill, ...server } = await startServer(env, origin, isLogging ? 'ignore' : 'inherit')

  return {
    origin,
    dataDir,
    databaseUrl: database.url,
    mailbox,
    /** For states that a test cannot reach through the site. */
    sql,
    context,
    /** Waits until a job of this name is queued, for work requested by a page. */
    queued: (name: string) => expect.poll(() => countJobs(sql, name)).toBeGreaterThan(0),
    /** Runs the due background jobs and returns when none are left. */
    runJobs: async () => {
      await runJobs(context)
      await clearCachedResponses(context, origin)
    },
    /** Removes all people, all of their data and the mails sent to them. */
    empty: async () => {
      mailbox.received.length = 0
      await deleteRows(context)
      await clearCachedResponses(context, origin)
    },
    ...createAccounts(context, origin),
    ...createVideos(context),
    addProviderPerson: (email: string, details: Partial<ProviderPerson> = {}) =>
      addProviderPerson(people, { email, ...details }),
    ...server,
    close: async () => {
      // The data is deleted, so there is no need to wait for running jobs.
      await kill('SIGKILL')
      await Promise.all(providers.map((provider) => provider.stop()))
      await mailbox.close()
      await context.close()
      await database.drop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type VideoOptions = Omit<ReadyVideo, 'ownerId'>

/** Tables that every site needs. */
const keptTables = ['migrations', 'secrets', 'admin_links', 'search_languages', 'search_common_words']

async function deleteRows({ sql }: Context): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${keptTables})`
  const truncate = () =>
    sql.begin(async (tx) => {
      // Its triggers refuse deletions.
      await tx`alter table audit_log disable trigger user`
      await tx.unsafe(`truncate graphile_worker._private_jobs, ${tables.map(({ name }) => name).join(', ')}`)
      await tx`alter table audit_log enable trigger user`
      await tx`insert into site_settings default values`
      await tx`select pg_notify('session_changes', '')`
    })
  await truncate().catch((error: { code?: string }) => {
    // A request of a page that was just closed has locked the same tables in another order.
    if (error.code !== '40P01') throw error
    return truncate()
  })
}

/**
 * The server caches visitors' answers for a moment. It drops them when the database notifies it of a change, or at once
 * when the change is made through the server, so this makes one after rows were changed directly.
 */
async function clearCachedResponses(context: Context, origin: string): Promise<void> {
  const id = await createSampleUser(context, { username: 'changer', fullname: 'Changer', passwordHash: '' })
  const client = new TestClient(origin)
  const token = newToken()
  client.cookies.set('vireo_session', token)
  const now = context.clock.now()
  const times = { created_at: now, last_seen_at: now, confirmed_at: now, expires_at: secondsAfter(now, 60) }
  const session = { id: newId(), user_id: id, token_hash: hashToken(token), user_agent: '', device_hash: '' }
  await context.sql`insert into sessions ${context.sql({ ...session, ...times })}`
  await clearCachedResponsesAs(client)
  await context.sql`delete from users where id = ${id}`
}

async function countJobs(sql: Sql, name: string): Promise<number> {
  return (await sql`select from graphile_worker.jobs where task_identifier = ${name}`).length
}

/** Any change clears the cached responses; this one changes nothing. */
async function clearCachedResponsesAs(client: TestClient): Promise<void> {
  const { status, message } = await client.call(api.history.changeSettings, { body: { isPaused: false } })
  if (status !== 200) throw new Error(message)
}

function createAccounts(context: Context, origin: string) {
  let count = 0
  return {
    /** Creates an account without the mailed code, and signs in to it. */
    signUp: async ({ fullname = 'Robin Viewer' } = {}): Promise<Account> => {
      count += 1
      // The count is not at the end: a name without its last letter must not be the prefix of another name.
      const username = `viewer${count}p${process.pid.toString(36)}`
      const account = { username, fullname, passwordHash: testPasswordHash }
      const id = await createSampleUser(context, account)
      const client = new TestClient(origin)
      const headers = { 'x-forwarded-for': newAddress() }
      const body = { username, password: testPassword }
      const signedIn = await client.call(api.signIn.login, { body, headers })
      if (signedIn.status !== 200) throw new Error(signedIn.message)
      const email = `${username}@example.org`
      return { person: { id, fullname, username, email, password: testPassword }, client }
    },
    setRole: async ({ username }: Person, role: 'moderator' | 'admin') => {
      await context.sql`update users set role = ${role} where username = ${username}`
    },
  }
}

function createVideos(context: Context) {
  /** Adds already processed videos, in this order. */
  const addVideos = async ({ person, client }: Account, videos: VideoOptions[]): Promise<Video[]> => {
    const now = Date.now()
    const ids: string[] = []
    for (const [index, video] of videos.entries()) {
      const createdAt = new Date(now + index - videos.length)
      ids.push((await addReadyVideo(context, { createdAt, ...video, ownerId: person.id })).videoId)
    }
    await clearCachedResponsesAs(client)
    const answers = await Promise.all(ids.map((id) => client.call(api.videos.get, { params: { id } })))
    return answers.map(({ data }) => data)
  }
  return {
    addVideos,
    addVideo: async (owner: Account, options: VideoOptions = {}) =>
      (await addVideos(owner, [options]))[0] as Video,
  }
}

/** Adds a person who has an account at each sample provider. */
function addProviderPerson(
  people: ProviderPerson[],
  details: Pick<ProviderPerson, 'email'> & Partial<ProviderPerson>,
): ProviderPerson {
  const id = String(5000 + people.length)
  const names = { id, name: 'Wren Okafor', login: `wren${id}` }
  const person = { ...names, isEmailVerified: true, note: '', picture: star(12), ...details }
  people.push(person)
  return person
}

export type Site = Awaited<ReturnType<typeof startSite>>

let addresses = 0
/** An address in the range reserved for documentation, each in a different network (/64). */
export const newAddress = () => {
  addresses += 1
  return `2001:db8:${process.pid.toString(16).slice(-4)}:${addresses.toString(16)}::1`
}

/** The flags of `npm start`: a small young generation, which would otherwise hold 64 MB of an upload's used buffers. */
export const nodeFlags = ['--max-semi-space-size=2']

/** Starts the server's process, which can be stopped and started again. */
async function startServer(env: NodeJS.ProcessEnv, origin: string, output: 'ignore' | 'inherit') {
  let server = await launch(env, origin, output)
  const kill = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server.kill(signal)
    await ended(server)
  }
  const stop = () => kill('SIGTERM')
  return {
    /** The id of the server's process, for measurements. */
    pid: () => server.pid ?? 0,
    kill,
    stop,
    /** Restarts the server on the same data and port. */
    restart: async () => {
      await stop()
      server = await launch(env, origin, output)
    },
  }
}

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
    // Not /readyz, which makes a server assume a load balancer and delay its shutdown by two seconds.
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // The caller gets only the error, so it could not stop the process.
  server.kill('SIGTERM')
  throw new Error('The server was not ready within a minute')
}
