import { onTestFinished } from 'vitest'
import { cost, decoyHash } from '../src/lib/passwords.ts'

const real = { memory: 19_456, passes: 2 }
const lowest = { memory: 8, passes: 1 }

// Before each test file: tests make hundreds of hashes, each of which would take 40 ms of CPU. Not the one that unknown names
// are compared with, which is made once.
await decoyHash
Object.assign(cost, lowest)

/** Until the end of the test, hashes cost as much as on a site. */
export function useRealHashCost(): void {
  Object.assign(cost, real)
  onTestFinished(() => {
    Object.assign(cost, lowest)
  })
}
