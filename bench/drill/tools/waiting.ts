const timeoutMs = 300_000
const intervalMs = 100

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Repeats a check until it is true; fails with `name` after the timeout. A check that throws counts as false. */
export async function until(
  name: string,
  check: () => Promise<boolean>,
  withinMs = timeoutMs,
): Promise<void> {
  const deadline = performance.now() + withinMs
  let reason: unknown = 'no'
  while (performance.now() < deadline) {
    try {
      if (await check()) return
    } catch (error) {
      reason = error
    }
    await pause(intervalMs)
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${name} (${reason})`)
}

/** Measures how long `work` takes, in seconds. */
export async function timed(work: () => Promise<unknown>): Promise<{ seconds: number }> {
  const started = performance.now()
  await work()
  return { seconds: (performance.now() - started) / 1000 }
}
