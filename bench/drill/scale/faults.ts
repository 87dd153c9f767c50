import { pause, timed } from '../tools/waiting.ts'
import type { Part } from './cluster.ts'

const longestDownMs = 3000
const shortestGapMs = 2000
const longestGapMs = 8000

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    // A linear congruential generator, with the constants of Numerical Recipes.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Kills parts at random, each once all others work, and prints which. */
export async function killAtRandom(parts: Part[], random: () => number, untilMs: number): Promise<void> {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
  while (performance.now() - began < untilMs) {
    await pause(shortestGapMs + random() * (longestGapMs - shortestGapMs))
    const part = parts[Math.floor(random() * parts.length)]
    if (!part) continue
    const at = seconds()
    const { seconds: down } = await timed(() => part.kill(random() * longestDownMs))
    console.log(`${at} s: kill -9 of ${part.name}, which works again after ${down.toFixed(1)} s`)
  }
}
