import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  isHeld(): boolean
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Locks a file for this process, creating it if needed; undefined if another process holds the lock, or has removed
 * the file before it was locked. Node has no flock, but its SQLite takes a kernel lock: only one process gets it, it
 * ends with the process however that dies, it does not depend on pids, and containers that share the disk see it too.
 */
export function tryLockFile(path: string): FileLock | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // Private, because a read lock of another user would block ours. Never open the file in another way: closing a
    // second handle on it would drop the lock.
    chmodSync(path, 0o600)
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database?.close()
    const { errcode, code } = error as { errcode?: number; code?: string }
    if (errcode === SQLITE_BUSY || (database && code === 'ENOENT')) return undefined
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
