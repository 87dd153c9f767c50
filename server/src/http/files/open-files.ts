import { type FileHandle, open } from 'node:fs/promises'
import type { Storage, StoredFile } from '../../media/storage/storage.ts'

export interface OpenFile extends StoredFile {
  handle: FileHandle
}

interface Entry {
  opening: Promise<OpenFile | undefined>
  openedAt: number
  users: number
}

/** How long an open file is reused. Players request the next part soon, and a deleted file must disappear soon. */
const keepMs = 1000
/** Does not limit files that are in use. */
const maxOpen = 500

/**
 * Keeps files of a disk open for a moment after they were sent, with the values of their headers: finding, opening and
 * describing a file takes longer than reading a part of it. Stored files never change.
 */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>()
  readonly #storage: Storage
  #sweep: NodeJS.Timeout | undefined

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** `work` gets undefined if there is no such file. */
  async use<Result>(key: string, work: (file: OpenFile | undefined) => Promise<Result>): Promise<Result> {
    const known = this.#entries.get(key)
    const entry = known && isFresh(known) ? known : this.#open(key)
    entry.users += 1
    try {
      return await work(await entry.opening)
    } finally {
      entry.users -= 1
      if (this.#entries.get(key) !== entry) await closeUnused(entry)
    }
  }

  async close() {
    clearTimeout(this.#sweep)
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    await Promise.all(entries.map(closeUnused))
  }

  #open(key: string): Entry {
    this.#remove(key)
    const entry = { opening: this.#find(key), openedAt: performance.now(), users: 0 }
    this.#entries.set(key, entry)
    // A file that was not found or could not be opened is looked up again next time.
    entry.opening.then(
      (file) => file ?? this.#remove(key, entry),
      () => this.#remove(key, entry),
    )
    this.#closeOld()
    return entry
  }

  async #find(key: string): Promise<OpenFile | undefined> {
    const file = await this.#storage.stat(key)
    const path = this.#storage.localPath(key)
    if (!file || !path) return undefined
    return { ...file, handle: await open(path) }
  }

  /** Entries are sorted by age, oldest first. */
  #closeOld() {
    for (const [key, entry] of this.#entries) {
      if (isFresh(entry) && this.#entries.size <= maxOpen) break
      this.#remove(key)
    }
    clearTimeout(this.#sweep)
    if (this.#entries.size > 0) this.#sweep = setTimeout(() => this.#closeOld(), keepMs).unref()
  }

  /** A file in use is closed by its last user. */
  #remove(key: string, entry = this.#entries.get(key)) {
    if (!entry || this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    void closeUnused(entry)
  }
}

const isFresh = ({ openedAt }: Entry) => performance.now() - openedAt < keepMs

async function closeUnused({ opening, users }: Entry): Promise<void> {
  if (users > 0) return
  const file = await opening.catch(() => undefined)
  await file?.handle.close()
}
