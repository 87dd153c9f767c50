import { expect, it } from 'vitest'
import { noteLoads } from './idle-memory.ts'

it.each([
  ['once when it has been quiet for a while after a load', [0.9, 0.3, 0.01, 0.01, 0.01, 0.01], [3]],
  ['after each load', [0.9, 0, 0, 0.5, 0, 0], [2, 5]],
  ['not while the load only pauses', [0.9, 0.01, 0.9, 0.01, 0.1, 0.01], []],
  ['not if there was no load', [0.01, 0.1, 0.01, 0.01, 0.01], []],
])('memory is given back %s', (_, utilizations, expected) => {
  const collected: number[] = []
  let at = 0
  const note = noteLoads(() => collected.push(at))
  for (const utilization of utilizations) {
    note(utilization)
    at++
  }
  expect(collected).toEqual(expected)
})
