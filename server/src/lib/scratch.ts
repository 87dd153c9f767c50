import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder for unfinished work. Its name tells whose it is, so that what a killed process leaves can be found. */
export async function makeScratch(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  return mkdtemp(join(parent, `${process.pid}-`))
}

/** Removes the folders of processes that are gone. */
export async function sweepScratch(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  for (const name of names)
    if (!isAlive(Number(name.split('-', 1)[0])))
      await rm(join(parent, name), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // Someone else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
