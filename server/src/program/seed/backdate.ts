import type { Context } from '../../context/context.ts'
import { secondsAfter } from '../../lib/clock.ts'

/** The same context with its clock set back, so that items that are created with it get an earlier date. */
export function backdate(context: Context, days: number): Context {
  const then = secondsAfter(context.clock.now(), -days * 24 * 3600)
  return { ...context, clock: { now: () => then } }
}
