import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes a folder for this process alone, or throws. Node has no flock, but its SQLite takes a lock of the
 * kernel: of two starts at one instant one wins, it ends with the process, and no reused pid can fool it.
 */
export function lockFolder(folder: string): Lock {
  const database = takeLock(folder)
  const pidFile = join(folder, 'server.pid')
  try {
    writeFileSync(pidFile, `${process.pid}\n${hostname()}\n`)
  } catch (error) {
    database.close()
    throw new Error(`DATA_DIR ${folder} cannot be written to: ${(error as Error).message}`)
  }
  return {
    release() {
      if (!database.isOpen) return
      rmSync(pidFile, { force: true })
      database.close()
    },
  }
}

function takeLock(folder: string): DatabaseSync {
  const file = join(folder, 'server.lock')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    // Others could hold us off with a mere read lock. Never open the file another way: closing a second
    // handle on it would drop the lock.
    chmodSync(file, 0o600)
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new Error(refusal(folder))
    throw new Error(`${file} cannot be locked (does it belong to another user?): ${(error as Error).message}`)
  }
}

function refusal(folder: string): string {
  const holder = describeHolder(join(folder, 'server.pid'))
  return `Another Vireo server${holder} is already using DATA_DIR ${folder}. Stop it first, or give this one a DATA_DIR of its own.`
}

function describeHolder(pidFile: string): string {
  try {
    const [pid, host] = readFileSync(pidFile, 'utf8').split('\n')
    return host === hostname() ? ` (pid ${pid})` : ` (pid ${pid} on ${host})`
  } catch {
    return '' // The winner has not written it yet.
  }
}
