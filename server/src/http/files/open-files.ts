import { type FileHandle, open } from 'node:fs/promises'
import type { Storage, StoredFile } from '../../media/storage/storage.ts'

export interface OpenFile extends StoredFile {
  handle: FileHandle
}

interface Entry {
  opening: Promise<OpenFile | undefined>
  users: number
  closing?: NodeJS.Timeout
}

/** How long a file stays open after its last use: a player asks for the next part within a moment. */
const keepMs = 2000
/** Files that are in use stay open in any case. */
const maxOpen = 500

/**
 * The files of a disk that are being sent, which stay open for a moment together with what their headers say: finding,
 * opening and describing a file takes longer than reading a part of it. Stored files never change.
 */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>()
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** `work` gets undefined if there is no such file. */
  async use<Result>(key: string, work: (file: OpenFile | undefined) => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(key) ?? this.#open(key)
    clearTimeout(entry.closing)
    entry.users += 1
    try {
      return await work(await entry.opening)
    } finally {
      entry.users -= 1
      if (entry.users === 0) this.#closeSoon(key, entry)
    }
  }

  async close() {
    for (const [key, entry] of this.#entries) await this.#close(key, entry)
  }

  #open(key: string): Entry {
    const entry = { opening: this.#find(key), users: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  async #find(key: string): Promise<OpenFile | undefined> {
    const file = await this.#storage.stat(key)
    const path = this.#storage.localPath(key)
    if (!file || !path) return undefined
    return { ...file, handle: await open(path) }
  }

  /** What was not found, or could not be opened, is looked for again next time. */
  #closeSoon(key: string, entry: Entry) {
    entry.opening.then(
      (file) => {
        if (entry.users > 0) return
        const isKept = file && this.#entries.size <= maxOpen
        if (!isKept) return void this.#close(key, entry)
        entry.closing = setTimeout(() => void this.#close(key, entry), keepMs).unref()
      },
      () => this.#entries.delete(key),
    )
  }

  async #close(key: string, entry: Entry) {
    clearTimeout(entry.closing)
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
    const file = await entry.opening.catch(() => undefined)
    await file?.handle.close()
  }
}
