import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
  isHeld(): boolean
  release(): void
}

const sqliteBusyCode = 5

/**
 * Locks a file for this process and creates it if needed. Undefined if another process holds the lock, or removed the
 * file before it was locked. Node has no flock, but SQLite takes a kernel lock: it ends with the process however that
 * dies, does not depend on pids, and works between containers that share the disk.
 */
export function tryLockFile(path: string): FileLock | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // Other users must not open it, because their read lock would block ours. This process must not open it again,
    // because closing the second handle would release the lock.
    chmodSync(path, 0o600)
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database?.close()
    const { errcode, code } = error as { errcode?: number; code?: string }
    if (errcode === sqliteBusyCode || (database && code === 'ENOENT')) return undefined
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
