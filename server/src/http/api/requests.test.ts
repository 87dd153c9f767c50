import { addressOf, api, type Video } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import type { TestClient } from '../../../test/app/client.ts'
import { addVideo } from '../../../test/content/videos.ts'
import { testPassword } from '../../../test/password.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const login = (body: Record<string, unknown>) => app.visitor().callUnchecked(api.signIn.login, { body })

it('a successful response is an envelope with status 200', async () => {
  const { username } = await app.createPerson()
  const answer = await login({ username, password: testPassword })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.envelope).sort()).toEqual(['data', 'message', 'statuscode', 'success'])
  expect(answer.envelope).toMatchObject({ statuscode: 200, message: 'Signin Successful', success: true })
})

describe('a name or title', () => {
  const disguised = 'Cat\u202Egpj.exe\u200B\u2066 שלום\u2069\n👩‍👧'
  const plain = 'Catgpj.exe שלום 👩‍👧'

  it('is stored without characters that change how it reads, from a form as from JSON', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    const form = new FormData()
    form.append('title', disguised)
    const video = await owner.call(api.videos.update, { params: { id: videoId }, form })
    expect(video.data.title).toBe(plain)
    const { data } = await owner.call(api.playlists.create, { body: { name: disguised } })
    expect(data.playlist.name).toBe(plain)
    const body = { fullname: '\u202ERobin\u200B \u200FReed', location: disguised, bio: disguised }
    const me = await owner.call(api.accounts.updateAccount, { body })
    // Longer texts keep them: pages isolate each text.
    expect(me.data).toMatchObject({
      fullname: 'Robin Reed',
      location: plain,
      bio: expect.stringContaining('\u202E'),
    })
  })

  it('that consists of invisible characters counts as missing', async () => {
    const owner = await app.signedIn()
    const answer = await owner.call(api.playlists.create, { body: { name: '\u202E\u200B\u3164' } })
    expect(answer).toMatchObject({ status: 400, message: 'Playlist name is required' })
  })
})

describe('a wrong type is named', () => {
  it.each([
    [{ username: 7, password: testPassword }, ['username']],
    [{ username: ['robin'], password: testPassword }, ['username']],
    [{ username: { $ne: null }, password: testPassword }, ['username']],
    [{ username: 'robin', password: [null] }, ['password']],
    [{ username: false, password: 7 }, ['password', 'username']],
  ])('in %j', async (body, fields) => {
    const refused = await login(body)
    expect(refused.status).toBe(400)
    expect(refused.envelope.errors?.map(({ field }) => field).sort()).toEqual(fields)
    expect(refused.message).toContain('must be string')
  })

  it.each(['[]', '"text"', '7', 'true', '[{"username": "x"}]'])('when the body is %s', async (body) => {
    const response = await app.visitor().fetch(addressOf(api.signIn.login), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'body must be object', success: false })
  })

  it('before a missing field', async () => {
    const refused = await app.visitor().callUnchecked(api.signIn.register, { body: { fullname: 7 } })
    expect(refused.envelope.errors?.[0]?.field).toBe('fullname')
    expect(refused.message).toContain('must be string')
  })
})

it('a body that is null counts as empty', async () => {
  const response = await app.visitor().fetch(addressOf(api.signIn.login), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'null',
  })
  expect(await response.json()).toMatchObject({ message: 'Either email or username is required' })
})

it('unknown fields are ignored, at any depth', async () => {
  const { username } = await app.createPerson()
  const body = { username, password: testPassword, remember: true, nested: { deep: [1] } }
  expect(await login(body)).toMatchObject({ status: 200 })
  const deep = `{"username":"${username}","password":"${testPassword}","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  const headers = { 'content-type': 'application/json' }
  const answer = await app
    .visitor()
    .fetch(addressOf(api.signIn.login), { method: 'POST', headers, body: deep })
  expect(answer.status).toBe(200)
})

describe('a field that is null counts as omitted', () => {
  it('where it is optional', async () => {
    const { username, email } = await app.createPerson()
    expect(await login({ username, email: null, password: testPassword })).toMatchObject({ status: 200 })
    expect(await login({ username: null, email, password: testPassword })).toMatchObject({ status: 200 })
    const robin = await app.signedIn(undefined, 'Robin Reader')
    const body = { fullname: null, bio: 'Hello', location: null }
    const changed = await robin.callUnchecked(api.accounts.updateAccount, { body })
    expect(changed.data).toMatchObject({ fullname: 'Robin Reader', bio: 'Hello' })
  })

  it('where it is required, with the message for a missing one', async () => {
    expect(await login({ username: 'robin', password: null })).toMatchObject({
      status: 400,
      message: 'Password is required',
    })
    const robin = await app.signedIn()
    expect(await robin.callUnchecked(api.accounts.updateAccount, { body: { fullname: null } })).toMatchObject(
      {
        status: 400,
        message: 'Fullname or email is required',
      },
    )
  })
})

describe('an empty query parameter counts as omitted', () => {
  it.each([
    '/api/v1/video/?query=&sortBy=&sortType=&userId=&limit=&cursor=&uploaded=&length=',
    '/api/v1/tweet/?query=&sortBy=&sortType=&userId=&limit=&cursor=',
    '/api/v1/search/suggestions?q=',
    '/api/v1/search/suggestions',
  ])('in %s', async (path) => {
    const { status, data } = await call(path)
    expect([status, data]).toEqual([200, (await call(path.split('?')[0] ?? '')).data])
  })

  it('when it would filter a list', async () => {
    const { videoId } = await addVideo(app)
    const { data } = await call('/api/v1/video/?query=&sortBy=createdAt&sortType=desc&userId=')
    expect(data.docs.map((video) => video._id)).toContain(videoId)
  })

  it('but not an empty field of a form: an empty title is missing, an empty description clears it', async () => {
    const robin = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: robin.person.id, description: 'Old' })
    const change = (name: string) => {
      const form = new FormData()
      form.append(name, '')
      return robin.call(api.videos.update, { params: { id: videoId }, form })
    }
    expect(await change('title')).toMatchObject({ status: 400, message: 'Video title is required' })
    expect((await change('description')).data).toMatchObject({ description: '' })
  })
})

async function call(path: string) {
  const response = await app.visitor().fetch(path)
  const { data } = (await response.json()) as { data: { docs: Video[] } }
  return { status: response.status, data }
}

it.each([
  ['username', { username: 'rob\0in', password: testPassword }],
  ['password', { username: 'robin', password: 'Song\0bird7' }],
])('a NUL in %s is refused by name', async (field, body) => {
  const refused = await login(body)
  expect(refused).toMatchObject({ status: 400, message: `${field} must not contain a NUL character` })
  expect(refused.envelope.errors?.[0]?.field).toBe(field)
})

it('text of any script, even with half a surrogate pair, is handled', async () => {
  const robin = await app.signedIn()
  for (const bio of ['𝒱𝒾𝓇ℯℴ 🐦 عمّان', 'half \ud83d', '\u202eevil'])
    expect(await robin.call(api.accounts.updateAccount, { body: { bio } })).toMatchObject({ status: 200 })
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

it('browsers cache no responses for signed-in people, and revalidate those for visitors each time', async () => {
  const { username } = await app.createPerson()
  const ask = async (client: TestClient) => {
    const { headers } = await client.call(api.accounts.channel, { params: { username } })
    return [headers.get('cache-control'), headers.has('etag')]
  }
  expect(await ask(await app.signedIn())).toEqual(['no-store', false])
  expect(await ask(app.visitor())).toEqual(['no-cache', true])
})
