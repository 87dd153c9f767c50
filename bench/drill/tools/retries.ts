import { pause } from './waiting.ts'

/** Temporary failures to the web client, which retries uploads by itself and offers Retry for everything else. */
const temporary = new Set([0, 408, 409, 423, 502, 503, 504])
const defaultLongestMs = 90_000
const firstPauseMs = 250
const longestPauseMs = 2000

/** Retries temporary failures, and counts how often, why and for how long. */
export class Retries {
  readonly #longestMs: number
  #calls = 0
  #longestOutageMs = 0
  readonly #retries = new Map<number, number>()

  constructor(longestMs = defaultLongestMs) {
    this.#longestMs = longestMs
  }

  /** Repeats `work` until it succeeds. Fails at once on an error that is not temporary; errors begin with a status. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    this.#calls++
    const startedAt = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const result = await work()
        if (pauseMs > firstPauseMs) this.#noteOutage(performance.now() - startedAt)
        return result
      } catch (error) {
        const status = statusOf(error as Error)
        const isTooLate = performance.now() - startedAt > this.#longestMs
        if (!temporary.has(status) || isTooLate) throw new Error(`${name}: ${(error as Error).message}`)
        this.#retries.set(status, (this.#retries.get(status) ?? 0) + 1)
      }
      await pause(pauseMs)
    }
  }

  #noteOutage(ms: number) {
    this.#longestOutageMs = Math.max(this.#longestOutageMs, ms)
  }

  toString(): string {
    const retries = [...this.#retries].map(([status, count]) => `${count} × ${status || 'no answer'}`)
    const seconds = (this.#longestOutageMs / 1000).toFixed(1)
    return `${this.#calls} calls, tried again after ${retries.join(', ') || 'no failure'}, for ${seconds} s at most`
  }
}

/** 0 if there was no answer, or one that is not from Vireo. */
const statusOf = ({ message }: Error) => Number(/^\d{3}/.exec(message)?.[0] ?? 0)
