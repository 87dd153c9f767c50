import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { newId } from '../../lib/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('are a bare array, outside /api/v1, newest first and only one’s own', async () => {
  const robin = await app.signedIn()
  const empty = await robin.fetch('/api/notifications')
  expect([empty.status, await empty.json()]).toEqual([200, []])

  const wren = await app.createPerson('wren', 'Wren Field')
  const rows = ['subscribed to your channel', 'liked your video'].map((message, i) => ({
    id: newId(),
    user_id: robin.person.id,
    actor_id: wren.id,
    message,
    created_at: new Date(Date.now() + i * 1000),
  }))
  await app.context.sql`insert into notifications ${app.context.sql(rows)}`
  const list = await (await robin.fetch('/api/notifications')).json()
  expect(list).toEqual([
    { id: rows[1]?.id, name: 'Wren Field', avatarUrl: null, message: 'liked your video' },
    { id: rows[0]?.id, name: 'Wren Field', avatarUrl: null, message: 'subscribed to your channel' },
  ])
  const other = await app.signedIn()
  expect(await (await other.fetch('/api/notifications')).json()).toEqual([])
})

it('are for signed-in people, and the refusal is an envelope like any other', async () => {
  const answer = await app.visitor().call(api.notification.list)
  expect(answer.envelope).toEqual({ statuscode: 401, message: 'Please sign in', data: null, success: false })
})
