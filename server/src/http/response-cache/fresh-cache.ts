import { LRUCache } from 'lru-cache'

interface CacheLimits {
  /** The maximum age of a value, counted from the start of its creation. With 0 nothing is cached. */
  freshMs: number
  /** Of all values together. Their number has no limit of its own, because lru-cache would reserve memory for it. */
  maxBytes: number
  /** Whether callers that waited for a failed attempt of another make one of their own. Otherwise they fail as well. */
  retriesOwn?: boolean
  now?: () => number
}

/** The number of lookups since the start, and the current contents. */
export interface CacheUse {
  hits: number
  misses: number
  entries: number
  bytes: number
}

interface Cacheable {
  bytes: number
  /** For a value that was made from older ones: when their creation started. */
  startedAt?: number
}

interface Entry<Value> {
  pending: Promise<Value | undefined>
  /** Once it is created. */
  value?: Value
}

/**
 * Caches values that many people request at the same time: each is created once for all waiting requests, and kept for
 * a moment. Holds promises instead of using the fetches of lru-cache, which count the age from the end of the creation
 * and abort it when the cache is cleared.
 */
export class FreshCache<Value extends Cacheable> {
  readonly #entries: LRUCache<string, Entry<Value>> | undefined
  readonly #retriesOwn: boolean
  readonly #now: () => number
  #hits = 0
  #misses = 0

  constructor({ freshMs, maxBytes, retriesOwn = false, now = () => performance.now() }: CacheLimits) {
    this.#retriesOwn = retriesOwn
    this.#now = now
    const limits = { maxSize: maxBytes, ttl: freshMs, ttlAutopurge: true, ttlResolution: 0 }
    if (freshMs > 0) this.#entries = new LRUCache({ ...limits, perf: { now } })
  }

  /** The cached value, or a new one, which is cached unless it fails or is undefined. */
  get(key: string, make: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const cached = this.#entries?.get(key)?.pending
    if (!cached) return this.#make(key, make)
    this.#hits++
    return this.#retriesOwn ? cached.catch(make) : cached
  }

  #make(key: string, make: () => Promise<Value | undefined>): Promise<Value | undefined> {
    this.#misses++
    const entries = this.#entries
    const start = this.#now()
    const pending = make()
    if (!entries) return pending
    const entry = { pending }
    // Its size is not known yet.
    entries.set(key, entry, { size: 1, start })
    const settle = (value?: Value) => {
      // A change may have removed it since.
      if (entries.peek(key) !== entry) return
      if (!value) {
        entries.delete(key)
        return
      }
      const { bytes, startedAt = start } = value
      const limits = { size: Math.max(1, Math.ceil(bytes)), start: Math.min(start, startedAt) }
      // A new object: lru-cache keeps the old size of an unchanged one.
      entries.set(key, { pending, value }, limits)
    }
    pending.then(settle, () => settle())
    return pending
  }

  get use(): CacheUse {
    const { size = 0, calculatedSize = 0 } = this.#entries ?? {}
    return { hits: this.#hits, misses: this.#misses, entries: size, bytes: calculatedSize }
  }

  forget(key: string) {
    this.#entries?.delete(key)
  }

  /** Drops those that are affected by a change, and all that are being created, because nobody can tell for these. */
  drop(isAffected: (value: Value) => boolean) {
    for (const [key, { value }] of [...(this.#entries?.entries() ?? [])])
      if (!value || isAffected(value)) this.#entries?.delete(key)
  }

  /** Values that are being created still reach their requests, but are not cached. */
  clear() {
    if (this.#entries?.size) this.#entries.clear()
  }
}
