import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { testPassword } from '../../../test/password.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://vireo.example/' })
})
afterAll(() => app.close())

const foreign = { status: 403, message: 'This call must come from the site itself' }

describe('a call that changes something', () => {
  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'http://vireo.example.evil.example' },
    { origin: 'http://localhost:1' },
    { origin: 'null' },
    { origin: 'not an address' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('is refused with %j and changes nothing', async (headers) => {
    const robin = await app.signedIn()
    const answer = await robin.call(api.signIn.logout, { headers: { ...headers } })
    expect(answer).toMatchObject(foreign)
    expect(await robin.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
  })

  it('is accepted from the site’s own pages, by PUBLIC_URL and by the host it was sent to', async () => {
    const { username } = await app.createPerson()
    const body = { username, password: testPassword }
    for (const origin of ['https://vireo.example', app.origin]) {
      const headers = { origin, 'sec-fetch-site': 'same-origin' }
      expect(await app.visitor().call(api.signIn.login, { body, headers })).toMatchObject({ status: 200 })
    }
  })

  it('is accepted from a program that sends no Origin', async () => {
    const { username } = await app.createPerson()
    const body = { username, password: testPassword }
    const kinds: Record<string, string>[] = [{}, { 'sec-fetch-site': 'none' }]
    for (const headers of kinds)
      expect(await app.visitor().call(api.signIn.login, { body, headers })).toMatchObject({ status: 200 })
  })

  it('is checked for every method', async () => {
    const robin = await app.signedIn()
    const headers = { origin: 'https://evil.example' }
    for (const endpoint of [
      api.accounts.updateAccount,
      api.accounts.updateCover,
      api.accountDeletion.deleteAccount,
    ])
      expect(await robin.callUnchecked(endpoint, { headers })).toMatchObject(foreign)
  })
})

it('a call that only reads may come from anywhere, and no other site’s script may read the answer', async () => {
  const { username } = await app.createPerson()
  const headers = { origin: 'https://evil.example' }
  const answer = await app.visitor().call(api.accounts.channel, { params: { username }, headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe(null)
})
