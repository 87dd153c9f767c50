import { onTestFinished } from 'vitest'
import { cost, decoyHash } from '../src/lib/security/passwords.ts'

const real = { memory: 19_456, passes: 2 }
const lowest = { memory: 8, passes: 1 }

// A setup file of Vitest. Tests make hundreds of hashes, and each would take 40 ms of CPU. The decoy hash keeps the
// real cost: it is computed once, when its module is loaded, so wait for it before lowering the cost.
await decoyHash
Object.assign(cost, lowest)

/** Until the end of the test, hashes cost as much as on a site. */
export function useRealHashCost(): void {
  Object.assign(cost, real)
  onTestFinished(() => {
    Object.assign(cost, lowest)
  })
}
