import type { Context } from '../context.ts'
import { secondsAfter } from '../lib/clock.ts'

/** The same site with its clock set back: what is made through it gets the dates of that day. */
export function backdate(context: Context, days: number): Context {
  const then = secondsAfter(context.clock.now(), -days * 24 * 3600)
  return { ...context, clock: { now: () => then } }
}
