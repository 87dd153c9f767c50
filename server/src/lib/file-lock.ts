import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  isHeld(): boolean
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes a file for this process alone, made if need be; undefined if another has it. Node has no flock, but
 * its SQLite takes a lock of the kernel: of two at one instant one wins, it ends with the process however
 * that dies, no reused pid can fool it, and containers that share the disk see it too.
 */
export function tryLockFile(path: string): FileLock | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // Others could hold us off with a mere read lock. Never open the file another way: closing a second
    // handle on it would drop the lock.
    chmodSync(path, 0o600)
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  const held = database
  return {
    isHeld: () => held.isOpen,
    release() {
      if (held.isOpen) held.close()
    },
  }
}
