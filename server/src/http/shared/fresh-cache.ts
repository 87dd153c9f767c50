import { LRUCache } from 'lru-cache'

interface CacheLimits {
  /** How old a value may be, counted from when its making began. With 0 nothing is kept. */
  freshMs: number
  maxEntries: number
  maxBytes: number
  now?: () => number
}

/** How often something was asked for, since the start, and what is kept now. */
export interface CacheUse {
  hits: number
  misses: number
  entries: number
  bytes: number
}

/**
 * Keeps what many people ask for at the same time: made once for all who wait for it, and kept for a moment. It holds
 * promises and not the fetches of lru-cache, which count the age from the end of the making and give up what is being made when
 * the cache is cleared.
 */
export class FreshCache<Value extends { bytes: number }> {
  readonly #entries: LRUCache<string, Promise<Value | undefined>> | undefined
  readonly #now: () => number
  #hits = 0
  #misses = 0

  constructor({ freshMs, maxEntries, maxBytes, now = () => performance.now() }: CacheLimits) {
    this.#now = now
    const limits = { max: maxEntries, maxSize: maxBytes, ttl: freshMs, ttlAutopurge: true }
    if (freshMs > 0) this.#entries = new LRUCache({ ...limits, ttlResolution: 0, perf: { now } })
  }

  /** What is kept, or still being made. */
  find(key: string): Promise<Value | undefined> | undefined {
    const kept = this.#entries?.get(key)
    if (kept) this.#hits++
    return kept
  }

  /** Keeps what is being made, unless it fails or turns out to be undefined. */
  keep(key: string, making: Promise<Value | undefined>): Promise<Value | undefined> {
    this.#misses++
    const entries = this.#entries
    if (!entries) return making
    const start = this.#now()
    // Its size is not known yet.
    entries.set(key, making, { size: 1, start })
    const settle = (value?: Value) => {
      // It may have been removed since, because of a change.
      if (entries.peek(key) !== making) return
      entries.delete(key)
      if (value) entries.set(key, making, { size: Math.ceil(value.bytes), start })
    }
    making.then(settle, () => settle())
    return making
  }

  get use(): CacheUse {
    const { size = 0, calculatedSize = 0 } = this.#entries ?? {}
    return { hits: this.#hits, misses: this.#misses, entries: size, bytes: calculatedSize }
  }

  forget(key: string) {
    this.#entries?.delete(key)
  }

  /** What is being made is still answered with, but not kept. */
  clear() {
    this.#entries?.clear()
  }
}
