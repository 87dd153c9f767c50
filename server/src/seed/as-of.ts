import type { Context } from '../context.ts'
import { secondsAfter } from '../lib/clock.ts'

/** The same site some days ago: what is made through it is as old as that. */
export function daysBefore(context: Context, days: number): Context {
  const then = secondsAfter(context.clock.now(), -days * 24 * 3600)
  return { ...context, clock: { now: () => then } }
}
