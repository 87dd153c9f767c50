interface Entry<Value> {
  value: Promise<Value | undefined>
  madeAt: number
  bytes: number
}

interface CacheLimits {
  /** How old a value may be, counted from when its making began. With 0 nothing is kept. */
  freshMs: number
  maxEntries: number
  maxBytes: number
}

/** How often something was asked for, since the start, and what is kept now. */
export interface CacheUse {
  hits: number
  misses: number
  entries: number
  bytes: number
}

/** Keeps what many people ask for at the same time: made once for all who wait for it, and kept for a moment. */
export class FreshCache<Value extends { bytes: number }> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #limits: CacheLimits
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(limits: CacheLimits) {
    this.#limits = limits
  }

  /** `make` resolves to undefined for what must not be kept. If it fails for one, the others who wait try themselves. */
  get(key: string, make: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const kept = this.#entries.get(key)
    if (kept && this.#isFresh(kept)) {
      this.#hits++
      return kept.value.catch(make)
    }
    this.#misses++
    this.#remove(key)
    const entry: Entry<Value> = { value: make(), madeAt: performance.now(), bytes: 0 }
    this.#entries.set(key, entry)
    entry.value.then(
      (value) => this.#settle(key, entry, value),
      () => this.#settle(key, entry, undefined),
    )
    this.#shrink()
    return entry.value
  }

  get use(): CacheUse {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size, bytes: this.#bytes }
  }

  forget(key: string) {
    this.#remove(key)
  }

  /** What is being made is still answered with, but not kept. */
  clear() {
    this.#entries.clear()
    this.#bytes = 0
  }

  #isFresh = ({ madeAt }: Entry<Value>) => performance.now() - madeAt < this.#limits.freshMs

  #settle(key: string, entry: Entry<Value>, value: Value | undefined) {
    if (this.#entries.get(key) !== entry) return
    if (!value) return this.#remove(key)
    entry.bytes = value.bytes
    this.#bytes += value.bytes
    this.#shrink()
  }

  #remove(key: string) {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  /** Removes what is too old or too much. A map keeps the order of insertion, so the oldest go first. */
  #shrink() {
    const { maxEntries, maxBytes } = this.#limits
    for (const [key, entry] of this.#entries) {
      if (this.#isFresh(entry) && this.#entries.size <= maxEntries && this.#bytes <= maxBytes) return
      this.#remove(key)
    }
  }
}
