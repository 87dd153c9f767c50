import { expect, it, vi } from 'vitest'
import { FreshCache } from './fresh-cache.ts'

const limits = { freshMs: 60_000, maxBytes: 100 }

const createCache = (changed: Partial<typeof limits & { retriesOwn: boolean }> = {}) =>
  new FreshCache<{ name: string; bytes: number }>({ ...limits, ...changed })

/** Counts how often a value is created. */
function createMaker(bytes = 1) {
  const made: string[] = []
  const make = (name: string) => async () => {
    made.push(name)
    return { name, bytes }
  }
  return { made, make }
}

it('a value for simultaneous requests is created once', async () => {
  const cache = createCache()
  const { made, make } = createMaker()
  const all = await Promise.all(Array.from({ length: 5 }, () => cache.get('a', make('a'))))
  expect([made, all.map((value) => value?.name)]).toEqual([['a'], Array(5).fill('a')])
})

it('a value that is no longer fresh is created again', async () => {
  const cache = createCache({ freshMs: 0 })
  const { made, make } = createMaker()
  await cache.get('a', make('first'))
  await cache.get('a', make('second'))
  expect(made).toEqual(['first', 'second'])
})

it('the oldest value is dropped when there are too many or too large ones', async () => {
  const { made, make } = createMaker()
  const cache = createCache({ maxBytes: 2 })
  for (const key of ['a', 'b', 'c', 'b', 'a']) await cache.get(key, make(key))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
  const large = createMaker(60)
  const other = createCache()
  for (const key of ['a', 'b', 'a']) await other.get(key, large.make(key))
  expect(large.made).toEqual(['a', 'b', 'a'])
})

it('a failure is not cached, and neither is a value that was being created when the cache was cleared', async () => {
  const cache = createCache()
  const { made, make } = createMaker()
  await cache.get('a', async () => undefined)
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const pending = cache.get('a', make('early'))
  cache.clear()
  expect((await pending)?.name).toBe('early')
  await Promise.all([cache.get('a', make('late')), cache.get('a', make('too late'))])
  expect(made).toEqual(['early', 'late'])
})

it('the age of a value is counted from the start of its creation', async () => {
  let now = 1
  const cache = new FreshCache<{ bytes: number }>({ ...limits, freshMs: 1000, now: () => now })
  const { promise, resolve } = Promise.withResolvers<{ bytes: number }>()
  const making = cache.get('a', () => promise)
  now += 600
  resolve({ bytes: 7 })
  await making
  expect(cache.use).toMatchObject({ entries: 1, bytes: 7 })
  const again = vi.fn(async () => undefined)
  await cache.get('a', again)
  expect(again).not.toHaveBeenCalled()
  now += 600
  await cache.get('a', again)
  expect(again).toHaveBeenCalledOnce()
})

it('a value that was made from an older one is dropped with that', async () => {
  let now = 1000
  const cache = new FreshCache<{ bytes: number; startedAt?: number }>({
    ...limits,
    freshMs: 1000,
    now: () => now,
  })
  const make = vi.fn(async () => ({ bytes: 1, startedAt: 400 }))
  await cache.get('a', make)
  now += 300
  await cache.get('a', make)
  expect(make).toHaveBeenCalledOnce()
  now += 200
  await cache.get('a', make)
  expect(make).toHaveBeenCalledTimes(2)
})

it('a value without bytes is cached, and callers that waited for another’s failed attempt make their own if requested', async () => {
  const cache = createCache({ retriesOwn: true })
  const { made, make } = createMaker(0)
  const failing = cache.get('a', () => Promise.reject(new Error('no')))
  const waiting = cache.get('a', make('own'))
  await expect(failing).rejects.toThrow('no')
  expect((await waiting)?.name).toBe('own')
  await cache.get('b', make('b'))
  await cache.get('b', make('b again'))
  expect(made).toEqual(['own', 'b'])
})
