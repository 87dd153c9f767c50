import { expect, it } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const refusal = () => new Error('full')

function createDoors(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<void>())
}

it('runs a few at once and a few later, in order, and refuses the rest until there is room', async () => {
  const queue = createWorkQueue({ running: 2, bound: { waiting: 2, refusal } })
  const doors = createDoors(6)
  const begun: number[] = []
  const work = (i: number) => async () => {
    begun.push(i)
    await doors[i]?.promise
  }
  const first = [0, 1, 2, 3].map((i) => queue.run(work(i)))
  await expect(queue.run(work(4))).rejects.toThrow('full')
  expect(() => queue.refuseWhenFull()).toThrow('full')
  const patient = queue.runPatiently(work(4))
  expect(begun).toEqual([0, 1])
  for (const i of [1, 0, 2]) {
    doors[i]?.resolve()
    await first[i]
  }
  const late = queue.run(work(5))
  for (const door of doors) door.resolve()
  await Promise.all([...first, patient, late])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
})

it('goes on after work that fails', async () => {
  const queue = createWorkQueue({ running: 1, bound: { waiting: 1, refusal } })
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await queue.run(async () => 'again')).toBe('again')
})
