import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { TestClient } from '../../../../test/app/client.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { patiently } from '../../../../test/patience.ts'
import { star } from '../../../program/seed/pictures/motifs.ts'
import { newWindow } from '../accounts/test-kit.ts'
import { createProviderApp, type ProviderApp, signInAt } from './test-kit.ts'

let app: ProviderApp
const lines: string[] = []
/** Another server on the same machine, which must never receive a request. */
const requestedPaths: string[] = []
const inside = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  response.end()
})
beforeAll(async () => {
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  app = await createProviderApp(
    { LOG_LEVEL: 'info' },
    { logTo: { write: (line: string) => void lines.push(line) } },
  )
})
beforeEach(() => newWindow(app))
afterAll(async () => {
  inside.close()
  await app.close()
})

const avatarOf = async (client: TestClient) => (await client.call(api.accounts.currentUser)).data.avatar
const failures = () => lines.filter((line) => line.includes('could not be fetched'))
const insideUrl = () => `http://127.0.0.1:${(inside.address() as AddressInfo).port}`

it.each(['google', 'github'] as const)('a new person gets their picture from %s', async (provider) => {
  const visitor = app.visitor()
  await signInAt(visitor, app.newPerson({ picture: star(12) }), { provider })
  await app.runJobs()
  const file = await visitor.fetch((await avatarOf(visitor)) ?? '')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

it.each([
  ['on this machine', () => `${insideUrl()}/picture.png?token=hidden`],
  ['of a cloud’s own network', () => 'http://169.254.169.254/picture.png?token=hidden'],
  ['that is no picture', () => `${app.urlOf('google')}/.well-known/openid-configuration?token=hidden`],
  ['that does not exist', () => `${app.urlOf('google')}/pictures/0?token=hidden`],
  ['without a valid address', () => 'picture.png?token=hidden'],
])('a picture %s is not used', async (_what, url) => {
  const before = failures().length
  const visitor = app.visitor()
  expect(await signInAt(visitor, app.newPerson({ picture: url() }))).toBe('/')
  await app.runJobs()
  expect(failures()).toHaveLength(before + 1)
  expect(await avatarOf(visitor)).toBeNull()
  expect(requestedPaths).toEqual([])
  expect(lines.join('')).not.toContain('hidden')
})

it('a picture that the person chose before the job ran is kept', async () => {
  const visitor = app.visitor()
  await signInAt(visitor, app.newPerson({ picture: star(12) }))
  await visitor.call(api.accounts.updateAvatar, {
    form: formWith('avatar', await picture(64, 64).png().toBuffer()),
  })
  const chosen = await avatarOf(visitor)
  await app.runJobs()
  expect(await avatarOf(visitor)).toBe(chosen)
})

it('a picture that the person chose while the job ran is kept', async () => {
  const { sql } = app.context
  const visitor = app.visitor()
  const person = app.newPerson({ picture: star(12) })
  await signInAt(visitor, person)
  let running: Promise<void> | undefined
  await sql.begin(async (tx) => {
    await tx`select from users where email = ${person.email} for update`
    running = app.runJobs()
    // The job has found no picture, has fetched the provider's and waits to store it.
    await vi.waitFor(async () => {
      const waiting = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%users%for update%'`
      expect(waiting).toHaveLength(1)
    }, patiently)
    await tx`update users set avatar_folder = 'avatars/chosen' where email = ${person.email}`
  })
  await running
  expect(await avatarOf(visitor)).toContain('avatars/chosen')
})
