import type { Notification } from '@vireo/contract'
import { expect, it } from 'vitest'
import { upsertNotification } from './api.ts'

const at = (id: string, second: number, action = 'did something'): Notification => ({
  id,
  name: 'Wren',
  avatarUrl: null,
  message: `Wren ${action}`,
  action,
  kind: 'like',
  excerpt: null,
  link: null,
  time: `2026-01-01T00:00:0${second}.000Z`,
  read: false,
})

it('a new notification is inserted by its time', () => {
  const list = [at('c', 5), at('a', 1)]
  expect(upsertNotification(list, at('b', 3)).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(upsertNotification(list, at('d', 9)).map(({ id }) => id)).toEqual(['d', 'c', 'a'])
  expect(upsertNotification(list, at('z', 0)).map(({ id }) => id)).toEqual(['c', 'a', 'z'])
})

it('a notification that is received twice is listed once, in its latest form', () => {
  const list = [at('c', 5), at('a', 1)]
  const again = at('a', 7, 'and 1 other did something')
  expect(upsertNotification(list, again)).toEqual([again, at('c', 5)])
  expect(upsertNotification(upsertNotification(list, again), again)).toHaveLength(2)
})
