import { expect, it } from 'vitest'
import { FreshCache } from './fresh-cache.ts'

const limits = { freshMs: 60_000, maxEntries: 2, maxBytes: 100 }

const createCache = (changed: Partial<typeof limits> = {}) =>
  new FreshCache<{ name: string; bytes: number }>({ ...limits, ...changed })

type Cache = ReturnType<typeof createCache>
const get = (cache: Cache, key: string, make: () => ReturnType<Cache['keep']>) =>
  cache.find(key) ?? cache.keep(key, make())

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
  const all = await Promise.all(Array.from({ length: 5 }, () => get(cache, 'a', make('a'))))
  expect([made, all.map((value) => value?.name)]).toEqual([['a'], Array(5).fill('a')])
})

it('a value that is no longer fresh is created again', async () => {
  const cache = createCache({ freshMs: 0 })
  const { made, make } = createMaker()
  await get(cache, 'a', make('first'))
  await get(cache, 'a', make('second'))
  expect(made).toEqual(['first', 'second'])
})

it('the oldest value is dropped when there are too many or too large ones', async () => {
  const { made, make } = createMaker()
  const cache = createCache()
  for (const key of ['a', 'b', 'c', 'b', 'a']) await get(cache, key, make(key))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
  const large = createMaker(60)
  const other = createCache()
  for (const key of ['a', 'b', 'a']) await get(other, key, large.make(key))
  expect(large.made).toEqual(['a', 'b', 'a'])
})

it('a failure is not cached, and neither is a value that was being created when the cache was cleared', async () => {
  const cache = createCache()
  const { made, make } = createMaker()
  await get(cache, 'a', async () => undefined)
  await expect(get(cache, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const pending = get(cache, 'a', make('early'))
  cache.clear()
  expect((await pending)?.name).toBe('early')
  await Promise.all([get(cache, 'a', make('late')), get(cache, 'a', make('too late'))])
  expect(made).toEqual(['early', 'late'])
})

it('the age of a value is counted from the start of its creation', async () => {
  let now = 1
  const cache = new FreshCache<{ bytes: number }>({ ...limits, freshMs: 1000, now: () => now })
  const { promise, resolve } = Promise.withResolvers<{ bytes: number }>()
  const making = cache.keep('a', promise)
  now += 600
  resolve({ bytes: 7 })
  await making
  expect(cache.use).toMatchObject({ entries: 1, bytes: 7 })
  expect(cache.find('a')).toBeDefined()
  now += 600
  expect(cache.find('a')).toBeUndefined()
})
