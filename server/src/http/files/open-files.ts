import { type FileHandle, open } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Storage, StoredFile } from '../../media/storage/storage.ts'

export interface OpenFile extends StoredFile {
  handle: FileHandle
}

interface Entry {
  opening: Promise<OpenFile | undefined>
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
  readonly #entries = new LRUCache<string, Entry>({
    max: maxOpen,
    ttl: keepMs,
    ttlAutopurge: true,
    dispose: (entry) => void closeUnused(entry),
  })
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** `work` gets undefined if there is no such file. */
  async use<Result>(key: string, work: (file: OpenFile | undefined) => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(key) ?? this.#open(key)
    entry.users += 1
    try {
      return await work(await entry.opening)
    } finally {
      entry.users -= 1
      // The last user closes a file that is no longer kept.
      if (this.#entries.peek(key) !== entry) await closeUnused(entry)
    }
  }

  async close() {
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    // `dispose` has begun to close them; a second call waits for the same.
    await Promise.all(entries.map(closeUnused))
  }

  #open(key: string): Entry {
    const entry = { opening: this.#find(key), users: 0 }
    this.#entries.set(key, entry)
    // A file that was not found or could not be opened is looked up again next time.
    const forget = () => {
      if (this.#entries.peek(key) === entry) this.#entries.delete(key)
    }
    entry.opening.then((file) => file ?? forget(), forget)
    return entry
  }

  async #find(key: string): Promise<OpenFile | undefined> {
    const file = await this.#storage.stat(key)
    const path = this.#storage.localPath(key)
    if (!file || !path) return undefined
    return { ...file, handle: await open(path) }
  }
}

async function closeUnused({ opening, users }: Entry): Promise<void> {
  if (users > 0) return
  const file = await opening.catch(() => undefined)
  await file?.handle.close()
}
