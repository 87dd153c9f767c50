import { expect, test } from 'vitest'
import { isToggling, requestToggle } from './optimistic-toggle.ts'

/** A toggle that starts off; the test decides the server's answer to each call. */
function createToggle(key: string) {
  const shown: boolean[] = []
  const failures: unknown[] = []
  const settled: string[] = []
  const calls: { isOn: boolean; answer: (text: string) => void; refuse: (error: unknown) => void }[] = []
  const want = (isOn: boolean) =>
    requestToggle<string>({
      key,
      isOn,
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

test('a toggle shows the requested state at once, and the response confirms it', async () => {
  const toggle = createToggle('plain')
  const done = toggle.want(true)
  expect(toggle.shown).toEqual([true])
  expect(isToggling('plain')).toBe(true)
  toggle.calls[0]?.answer('liked')
  await done
  expect(toggle.settled).toEqual(['liked'])
  expect(isToggling('plain')).toBe(false)
})

test('a failure restores the old state and is reported', async () => {
  const toggle = createToggle('failing')
  const done = toggle.want(true)
  toggle.calls[0]?.refuse('broken')
  await done
  expect(toggle.shown).toEqual([true, false])
  expect(toggle.failures).toEqual(['broken'])
  expect(toggle.settled).toEqual([])
})

test('while a request is running, only the last of the later requests is sent after it', async () => {
  const toggle = createToggle('rapid')
  const done = toggle.want(true)
  for (const isOn of [false, true, false]) void toggle.want(isOn)
  expect(toggle.sent()).toEqual([true])
  toggle.calls[0]?.answer('on')
  await turn()
  expect(toggle.sent()).toEqual([true, false])
  toggle.calls[1]?.answer('off')
  await done
  expect(toggle.settled).toEqual(['off'])
  expect(toggle.shown).toEqual([true, false, true, false])
})

test('nothing more is sent when the last requested state is the one being sent', async () => {
  const toggle = createToggle('back again')
  const done = toggle.want(true)
  for (const isOn of [false, true]) void toggle.want(isOn)
  toggle.calls[0]?.answer('on')
  await done
  expect(toggle.sent()).toEqual([true])
  expect(toggle.settled).toEqual(['on'])
})

test('the failure of a superseded request is not reported, and the newer request is sent', async () => {
  const toggle = createToggle('given up')
  const done = toggle.want(true)
  void toggle.want(false)
  toggle.calls[0]?.refuse('broken')
  await turn()
  expect(toggle.sent()).toEqual([true, false])
  toggle.calls[1]?.answer('off')
  await done
  expect(toggle.failures).toEqual([])
  expect(toggle.settled).toEqual(['off'])
})

test('a failure restores the state that the server confirmed last, not the initial one', async () => {
  const toggle = createToggle('confirmed')
  const done = toggle.want(true)
  void toggle.want(false)
  toggle.calls[0]?.answer('on')
  await turn()
  toggle.calls[1]?.refuse('broken')
  await done
  expect(toggle.shown).toEqual([true, false, true])
  expect(toggle.failures).toEqual(['broken'])
})
