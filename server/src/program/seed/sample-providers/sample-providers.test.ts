import { once } from 'node:events'
import { createServer } from 'node:net'
import { api } from '@vireo/contract'
import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../../test/app/app.ts'
import { TestClient } from '../../../../test/app/client.ts'
import { testPasswordHash } from '../../../../test/password.ts'
import { settingsOf } from '../../../../test/programs/sample-providers.ts'
import { readConfig } from '../../../context/config.ts'
import { createSampleUser } from '../../../features/people/accounts/accounts.samples.ts'
import { authorizeAt, followCallback } from '../../../features/people/providers/test-kit.ts'
import { createLogger } from '../../../lib/logger.ts'
import { samplePeople } from './people.ts'
import { startSampleProviders } from './sample-providers.ts'

async function start(env: Record<string, string>) {
  const lines: string[] = []
  const log = createLogger('info', { write: (line: string) => void lines.push(line) })
  const samples = await startSampleProviders(readConfig({ PORT: '0', ...env }), log)
  onTestFinished(samples.stop)
  return { ...samples, log: lines.join('') }
}
const [wren, maya, finn] = samplePeople

it('a demo has Google and GitHub, and its log says that they are samples', async () => {
  const { providers, log } = await start({})
  expect(providers.map(({ name }) => name)).toEqual(['Google', 'GitHub'])
  for (const { url } of providers) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(log).toContain('Sample sign-in providers for trying things out, not the real ones')
  const page = await fetch(`${providers[0]?.url}/.well-known/openid-configuration`)
  expect(page.status).toBe(200)
})

it.each([
  { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://videos.example.org' },
  { ROLE: 'worker', DATABASE_URL: 'postgres://db/vireo' },
] as Record<string, string>[])('a site has no sample providers with %j', async (env) => {
  const { providers, log } = await start(env)
  expect([providers, log]).toEqual([[], ''])
})

/**
 * A port that is followed by a free and then by a taken one. Below the range from which the system picks ports for
 * others, so that nobody takes the free one in the meantime.
 */
async function findPortBeforeTaken() {
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); ; port += 3) {
    const [next, taken] = [createServer(), createServer()]
    onTestFinished(() => void taken.close())
    try {
      await once(taken.listen(port + 2, '127.0.0.1'), 'listening')
      await once(next.listen(port + 1, '127.0.0.1'), 'listening')
    } catch {
      continue
    }
    next.close()
    await once(next, 'close')
    return port
  }
}

it('the samples use the ports after the server’s, so that people are recognised after a restart, or else free ones', async () => {
  const port = await findPortBeforeTaken()
  const { providers } = await start({ PORT: String(port) })
  const [google, github] = providers.map(({ url }) => Number(new URL(url).port))
  expect(google).toBe(port + 1)
  expect(github).not.toBe(port + 2)
})

it.each(['localhost', '127.0.0.1'])('each sample person behaves as their note says, on %s', async (host) => {
  const { providers } = await start({})
  const app = await createTestApp(Object.assign({}, ...providers.map(settingsOf)))
  onTestFinished(app.close)
  await createSampleUser(app.context, { username: 'maya', fullname: 'Maya', passwordHash: testPasswordHash })
  const origin = app.origin.replace('127.0.0.1', host)
  if (!wren || !maya || !finn) throw new Error('There are three sample people')
  const signInAt = async (person: typeof wren, provider: 'google' | 'github') => {
    const client = new TestClient(origin)
    const callback = await authorizeAt(client, person, { provider, next: '/tweets' })
    expect(callback).toMatch(`${origin}/`)
    return { client, page: await followCallback(client, callback) }
  }
  const newcomer = await signInAt(wren, 'google')
  expect(newcomer.page).toBe('/tweets')
  expect((await newcomer.client.call(api.accounts.currentUser)).data.fullname).toBe('Wren Okafor')
  expect((await signInAt(maya, 'github')).page).toBe('/auth/?step=link&next=%2Ftweets')
  expect((await signInAt(finn, 'google')).page).toBe('/auth/?problem=unverified&next=%2Ftweets')
})
