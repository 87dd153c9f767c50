import { expect, test } from 'vitest'
import { isToggling, requestToggle } from './optimistic-toggle.ts'

/** A thing that is off, on a server whose answers the test gives by hand. */
function createThing(key: string) {
  const shown: boolean[] = []
  const failures: unknown[] = []
  const settled: string[] = []
  const calls: { isOn: boolean; answer: (text: string) => void; refuse: (error: unknown) => void }[] = []
  const want = (isWanted: boolean) =>
    requestToggle<string>({
      key,
      isWanted,
      show: (isOn) => shown.push(isOn),
      send: (isOn) =>
        new Promise((answer, refuse) => {
          calls.push({ isOn, answer, refuse })
        }),
      settle: (answer) => settled.push(answer),
      fail: (error) => failures.push(error),
    })
  const sent = () => calls.map(({ isOn }) => isOn)
  return { shown, failures, settled, calls, want, sent }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('what is wanted shows at once and is settled by the answer', async () => {
  const thing = createThing('plain')
  const done = thing.want(true)
  expect(thing.shown).toEqual([true])
  expect(isToggling('plain')).toBe(true)
  thing.calls[0]?.answer('liked')
  await done
  expect(thing.settled).toEqual(['liked'])
  expect(isToggling('plain')).toBe(false)
})

test('a failure shows the old state again and is told', async () => {
  const thing = createThing('failing')
  const done = thing.want(true)
  thing.calls[0]?.refuse('broken')
  await done
  expect(thing.shown).toEqual([true, false])
  expect(thing.failures).toEqual(['broken'])
  expect(thing.settled).toEqual([])
})

test('only the last of many wishes is sent after the one on its way', async () => {
  const thing = createThing('rapid')
  const done = thing.want(true)
  for (const isWanted of [false, true, false]) void thing.want(isWanted)
  expect(thing.sent()).toEqual([true])
  thing.calls[0]?.answer('on')
  await turn()
  expect(thing.sent()).toEqual([true, false])
  thing.calls[1]?.answer('off')
  await done
  expect(thing.settled).toEqual(['off'])
  expect(thing.shown).toEqual([true, false, true, false])
})

test('nothing more is sent when the last wish is what was sent first', async () => {
  const thing = createThing('back again')
  const done = thing.want(true)
  for (const isWanted of [false, true]) void thing.want(isWanted)
  thing.calls[0]?.answer('on')
  await done
  expect(thing.sent()).toEqual([true])
  expect(thing.settled).toEqual(['on'])
})

test('a failed wish that is no longer held is not told, and the newer one is sent', async () => {
  const thing = createThing('given up')
  const done = thing.want(true)
  void thing.want(false)
  thing.calls[0]?.refuse('broken')
  await turn()
  expect(thing.sent()).toEqual([true, false])
  thing.calls[1]?.answer('off')
  await done
  expect(thing.failures).toEqual([])
  expect(thing.settled).toEqual(['off'])
})

test('after a change of mind a failure goes back to what the server last confirmed', async () => {
  const thing = createThing('confirmed')
  const done = thing.want(true)
  void thing.want(false)
  thing.calls[0]?.answer('on')
  await turn()
  thing.calls[1]?.refuse('broken')
  await done
  expect(thing.shown).toEqual([true, false, true])
  expect(thing.failures).toEqual(['broken'])
})
