import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RefusedMediaError } from './refused.ts'

const CHECK_MS = 1000

/** Runs work that writes to a folder; stops it and refuses the video when it writes more than `maxBytes`. */
export async function withinBytes(
  folder: string,
  maxBytes: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const before = await sizeOf(folder)
  const tooLarge = new AbortController()
  const check = async () => {
    if ((await sizeOf(folder)) - before > maxBytes) tooLarge.abort()
  }
  const timer = setInterval(check, CHECK_MS)
  try {
    await work(AbortSignal.any(signal ? [signal, tooLarge.signal] : [tooLarge.signal]))
    await check()
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error
  } finally {
    clearInterval(timer)
  }
  if (tooLarge.signal.aborted)
    throw new RefusedMediaError('too-large', 'This video becomes far too large when it is converted.')
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (file) => file.size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
