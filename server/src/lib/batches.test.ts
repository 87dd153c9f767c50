import { expect, it } from 'vitest'
import { patiently } from '../../test/patience.ts'
import { createBatches } from './batches.ts'

interface Item {
  group: string
  key: string
  value: number
}

/** Batches of at most three that wait until the test ends them. */
function createHeldBatches() {
  const started: { values: number[]; end: (error?: Error) => void }[] = []
  const add = createBatches<Item, number>({
    groupOf: ({ group }) => group,
    keyOf: ({ key }) => key,
    maxItems: 3,
    run: (items) =>
      new Promise((resolve, reject) => {
        const double = ({ value }: Item) => {
          if (value < 0) throw new Error('negative')
          return value * 2
        }
        const values = items.map(({ value }) => value)
        started.push({ values, end: (error) => (error ? reject(error) : resolve(double)) })
      }),
  })
  return { add, started, valuesOf: () => started.map(({ values }) => values) }
}

it('items that arrive while a batch runs are run together afterwards, the same key never twice at once', async () => {
  const { add, started, valuesOf } = createHeldBatches()
  const keys = ['a', 'b', 'a', 'c', 'd', 'a']
  const results = keys.map((key, i) => add({ group: 'one', key, value: i }))
  const other = add({ group: 'two', key: 'a', value: 10 })
  expect(valuesOf(), 'another group does not wait').toEqual([[0], [10]])
  started[0]?.end()
  await expect.poll(() => valuesOf().slice(2), patiently).toEqual([[1, 2, 3]])
  started[2]?.end()
  await expect.poll(() => valuesOf().slice(3), patiently).toEqual([[4, 5]])
  started[3]?.end()
  started[1]?.end()
  expect(await Promise.all([...results, other])).toEqual([0, 2, 4, 6, 8, 10, 20])
  await new Promise(setImmediate)
  void add({ group: 'one', key: 'a', value: 6 })
  expect(valuesOf().slice(4), 'at once after a pause').toEqual([[6]])
})

it('an item fails alone or with its batch, and the next batch runs regardless', async () => {
  const { add, started } = createHeldBatches()
  const outcomes = Promise.allSettled(
    [1, -1, 2, 3, 4].map((value) => add({ group: 'one', key: String(value), value })),
  )
  started[0]?.end(new Error('away'))
  await expect.poll(() => started.length, patiently).toBe(2)
  started[1]?.end()
  await expect.poll(() => started.length, patiently).toBe(3)
  started[2]?.end()
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

it('after an error that one item may have caused, each item is run again on its own', async () => {
  const done: number[][] = []
  const add = createBatches<number, number>({
    groupOf: () => 'all',
    maxItems: 10,
    run: async (items) => {
      done.push(items)
      if (items.includes(-1)) throw new Error('negative')
      if (items.includes(0)) throw new Error('zero')
      return (item) => item * 2
    },
    isSingleItemError: (error) => (error as Error).message === 'negative',
  })
  const outcomes = await Promise.allSettled([1, 2, -1, 3].map(add))
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    2,
    4,
    'negative',
    6,
  ])
  expect(done).toEqual([[1], [2, -1, 3], [2], [-1], [3]])
  await new Promise(setImmediate)
  await Promise.allSettled([1, 0, 2].map(add))
  expect(done.slice(5), 'another error is that of all').toEqual([[1], [0, 2]])
})
