import { LRUCache } from 'lru-cache'

interface CacheLimits {
  /** The maximum age of a value, counted from the start of its creation. With 0 nothing is cached. */
  freshMs: number
  maxEntries: number
  maxBytes: number
  now?: () => number
}

/** The number of lookups since the start, and the current contents. */
export interface CacheUse {
  hits: number
  misses: number
  entries: number
  bytes: number
}

/**
 * Caches values that many people request at the same time: each is created once for all waiting requests, and kept for
 * a moment. Holds promises instead of using the fetches of lru-cache, which count the age from the end of the creation
 * and abort it when the cache is cleared.
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

  /** A cached value, or one that is still being created. */
  find(key: string): Promise<Value | undefined> | undefined {
    const kept = this.#entries?.get(key)
    if (kept) this.#hits++
    return kept
  }

  /** Caches a value that is being created, unless that fails or results in undefined. */
  keep(key: string, making: Promise<Value | undefined>): Promise<Value | undefined> {
    this.#misses++
    const entries = this.#entries
    if (!entries) return making
    const start = this.#now()
    // Its size is not known yet.
    entries.set(key, making, { size: 1, start })
    const settle = (value?: Value) => {
      // It may have been removed meanwhile, because of a change.
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

  /** Values that are being created still reach their requests, but are not cached. */
  clear() {
    this.#entries?.clear()
  }
}
