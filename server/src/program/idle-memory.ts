import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const sampleMs = 10_000
/** The part of the time in which the event loop works. */
const busyFrom = 0.2
const quietBelow = 0.05
/** More than one, because the collection would make a request wait for about 0.2 s. */
const quietSamples = 2

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Gives memory back to the system soon after a load. V8 does so up to 100 s later, because it takes the rate of
 * allocations during the load for the present one (decision 61).
 */
export function releaseMemoryAfterLoads(): { stop(): Promise<void> } {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  const note = noteLoads(() => collect({ type: 'major', flavor: 'last-resort' }))
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    note(performance.eventLoopUtilization(now, last).utilization)
    last = now
  }, sampleMs)
  timer.unref()
  return { stop: async () => clearInterval(timer) }
}

/** Returns a function that takes how busy the process was in each interval. Calls `collect` once after each load. */
export function noteLoads(collect: () => void): (utilization: number) => void {
  let wasBusy = false
  let quiet = 0
  return (utilization) => {
    if (utilization >= busyFrom) wasBusy = true
    quiet = utilization < quietBelow ? quiet + 1 : 0
    if (!wasBusy || quiet < quietSamples) return
    wasBusy = false
    collect()
  }
}
