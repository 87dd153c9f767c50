import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '../security/tokens.ts'
import { type FileLock, tryLockFile } from './file-lock.ts'

/** Contains a lock file for each process that uses the scratch folder. */
const locksFolder = (parent: string) => `${parent}-locks`
const ownerOf = (name: string) => name.split('-', 1)[0] ?? ''

/** For each parent folder the name of this process and the lock that it keeps until it exits. */
const owners = new Map<string, Promise<{ name: string; lock: FileLock }>>()

/**
 * Makes a folder for unfinished work. Its name starts with the name of its owner, the process that locks the file of
 * that name until it exits, so that the folders of killed processes can be found.
 */
export async function makeScratch(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const owner = owners.get(parent) ?? becomeOwner(parent)
  owners.set(parent, owner)
  owner.catch(() => owners.delete(parent))
  return mkdtemp(join(parent, `${(await owner).name}-`))
}

/** A folder for unfinished work that is removed when it goes out of scope. */
export async function openScratch(parent: string): Promise<AsyncDisposable & { path: string }> {
  const path = await makeScratch(parent)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Removes the folders of processes that have ended. */
export async function sweepScratch(parent: string): Promise<void> {
  const locks = await namesIn(locksFolder(parent))
  const folders = await namesIn(parent)
  for (const owner of new Set([...locks, ...folders.map(ownerOf)])) await sweepOwner(parent, owner)
}

async function becomeOwner(parent: string): Promise<{ name: string; lock: FileLock }> {
  await mkdir(locksFolder(parent), { recursive: true, mode: 0o700 })
  for (;;) {
    const name = newToken().replaceAll('-', '_')
    const path = join(locksFolder(parent), name)
    const lock = tryLockFile(path)
    // A sweep may have removed the file before it was locked. Then try again with another name.
    if (lock && existsSync(path)) return { name, lock }
    lock?.release()
  }
}

async function sweepOwner(parent: string, owner: string): Promise<void> {
  const path = join(locksFolder(parent), owner)
  // The lock file exists from before the first folder until after the last, so without it the owner has ended.
  const lock = existsSync(path) ? tryLockFile(path) : undefined
  if (!lock && existsSync(path)) return
  try {
    for (const name of await namesIn(parent))
      if (ownerOf(name) === owner) await rm(join(parent, name), { recursive: true, force: true })
    await rm(path, { force: true })
  } finally {
    lock?.release()
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
