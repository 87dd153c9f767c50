import { expect, test } from 'vitest'
import { newSeed, positionOf, shuffle } from './order.ts'

const letters = [...'abcde']

test('a position is given by the item before it, or by the item after it at the start of the list', () => {
  expect(positionOf(letters, 'c')).toEqual({ after: 'b' })
  expect(positionOf(letters, 'a')).toEqual({ before: 'b' })
  expect(positionOf(['a'], 'a')).toEqual({})
})

test('a shuffled order has every item once, stays the same for a seed and differs between seeds', () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ _id: `0198-${index}` }))
  const once = shuffle(items, 'one')
  expect([...once].sort((a, b) => a._id.localeCompare(b._id))).toEqual(
    [...items].sort((a, b) => a._id.localeCompare(b._id)),
  )
  expect(shuffle(items, 'one')).toEqual(once)
  expect(shuffle(items, 'two')).not.toEqual(once)
  expect(once).not.toEqual(items)
  // Adding an item does not change the order of the others.
  const withMore = shuffle([...items, { _id: 'new' }], 'one').filter(({ _id }) => _id !== 'new')
  expect(withMore).toEqual(once)
})

test('a shuffled order can begin with a given item', () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ _id: `0198-${index}` }))
  for (const item of items) {
    const order = shuffle(items, newSeed(item._id))
    expect(order[0]).toBe(item)
    expect(new Set(order).size).toBe(items.length)
  }
})
