import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type FileLock, tryLockFile } from '../../lib/files/file-lock.ts'

export interface Lock {
  release(): void
}

/** Locks a folder for this process; throws if another process has locked it. */
export function lockFolder(folder: string): Lock {
  const lock = takeLock(folder)
  const pidFile = join(folder, 'server.pid')
  try {
    writeFileSync(pidFile, `${process.pid}\n${hostname()}\n`)
  } catch (error) {
    lock.release()
    throw new Error(`DATA_DIR ${folder} cannot be written to: ${(error as Error).message}`)
  }
  return {
    release() {
      if (!lock.isHeld()) return
      rmSync(pidFile, { force: true })
      lock.release()
    },
  }
}

function takeLock(folder: string): FileLock {
  const file = join(folder, 'server.lock')
  let lock: FileLock | undefined
  try {
    lock = tryLockFile(file)
  } catch (error) {
    throw new Error(`${file} cannot be locked (does it belong to another user?): ${(error as Error).message}`)
  }
  if (!lock) throw new Error(describeConflict(folder))
  return lock
}

function describeConflict(folder: string): string {
  const holder = describeHolder(join(folder, 'server.pid'))
  return `Another Vireo server${holder} is already using DATA_DIR ${folder}. Stop it first, or give this one a DATA_DIR of its own.`
}

function describeHolder(pidFile: string): string {
  try {
    const [pid, host] = readFileSync(pidFile, 'utf8').split('\n')
    return host === hostname() ? ` (pid ${pid})` : ` (pid ${pid} on ${host})`
  } catch {
    return '' // The other process has not written it yet.
  }
}
