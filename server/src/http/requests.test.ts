import { addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const login = (body: Record<string, unknown>) => app.visitor().call(api.user.login, { body })

it('a good answer is an envelope with status 200', async () => {
  const { username } = await app.createPerson()
  const answer = await login({ username, password: testPassword })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.envelope).sort()).toEqual(['data', 'message', 'statuscode', 'success'])
  expect(answer.envelope).toMatchObject({ statuscode: 200, message: 'Signin Successful', success: true })
})

describe('a wrong type is named', () => {
  it.each([
    [{ username: 7, password: testPassword }, ['username']],
    [{ username: ['robin'], password: testPassword }, ['username']],
    [{ username: { $ne: null }, password: testPassword }, ['username']],
    [{ username: 'robin', password: null }, ['password']],
    [{ username: false, password: 7 }, ['password', 'username']],
  ])('in %j', async (body, fields) => {
    const refused = await login(body)
    expect(refused.status).toBe(400)
    expect(refused.envelope.errors?.map(({ field }) => field).sort()).toEqual(fields)
    expect(refused.message).toContain('must be string')
  })

  it.each(['[]', '"text"', '7', 'true', '[{"username": "x"}]'])('when the body is %s', async (body) => {
    const response = await app.visitor().fetch(addressOf(api.user.login), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'body must be object', success: false })
  })

  it('before a field that is missing', async () => {
    const refused = await app.visitor().call(api.user.register, { body: { fullname: 7 } })
    expect(refused.envelope.errors?.[0]?.field).toBe('fullname')
    expect(refused.message).toContain('must be string')
  })
})

it('a body that is null counts as empty', async () => {
  const response = await app.visitor().fetch(addressOf(api.user.login), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'null',
  })
  expect(await response.json()).toMatchObject({ message: 'Either email or username is required' })
})

it('unknown fields are ignored', async () => {
  const { username } = await app.createPerson()
  const body = { username, password: testPassword, remember: true, nested: { deep: [1] } }
  expect(await login(body)).toMatchObject({ status: 200 })
})

it.each([
  ['username', { username: 'rob\0in', password: testPassword }],
  ['password', { username: 'robin', password: 'Song\0bird7' }],
])('a NUL in %s is refused by name', async (field, body) => {
  const refused = await login(body)
  expect(refused).toMatchObject({ status: 400, message: `${field} must not contain a NUL character` })
  expect(refused.envelope.errors?.[0]?.field).toBe(field)
})

it('text of any script, and half a surrogate pair, do no harm', async () => {
  const robin = await app.signedIn()
  for (const bio of ['𝒱𝒾𝓇ℯℴ 🐦 عمّان', 'half \ud83d', '\u202eevil'])
    expect(await robin.call(api.user.updateAccount, { body: { bio } })).toMatchObject({ status: 200 })
})

it('addresses may end in a slash', async () => {
  const { username } = await app.createPerson()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username, password: testPassword })
  const paths = ['/api/v1/user/login', '/api/v1/user/login/']
  for (const path of paths) {
    const response = await app.visitor().fetch(path, { method: 'POST', headers, body })
    expect(response.status).toBe(200)
  }
  expect((await app.visitor().fetch(`/api/v1/user/channel/${username}/`)).status).toBe(200)
})

it('answers of the API are not kept by caches', async () => {
  const { username } = await app.createPerson()
  const answer = await app.visitor().call(api.user.channel, { params: { username } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
