import type { Stage } from './stage.ts'

/** One fault. `run` resolves when the site works again, with the seconds that this took. */
export interface Drill {
  name: string
  run(stage: Stage): Promise<{ seconds: number }>
  /** Why it cannot be done on this machine. */
  whySkipped?(): string | undefined
}

const patienceMs = 120_000
const pauseMs = 100

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Asks until it is so; fails with `what` when that takes too long. An attempt that throws counts as a no. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  withinMs = patienceMs,
): Promise<void> {
  const deadline = performance.now() + withinMs
  let reason: unknown = 'no'
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return
    } catch (error) {
      reason = error
    }
    await pause(pauseMs)
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${what} (${reason})`)
}

/** How long something takes, in seconds. */
export async function timed(work: () => Promise<unknown>): Promise<{ seconds: number }> {
  const started = performance.now()
  await work()
  return { seconds: (performance.now() - started) / 1000 }
}
