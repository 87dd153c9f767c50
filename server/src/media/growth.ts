import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import { freeBytesOf } from '../lib/disk.ts'
import { RefusedMediaError } from './refused.ts'
import { ToolError } from './tool-error.ts'

const CHECK_MS = 1000

/**
 * Runs work that writes to a folder. Stops it and refuses the video when it writes more than `maxBytes`, and stops it
 * when the disk has hardly more left than the reserve: how large a video gets is only known once it is made.
 */
export async function withinBytes(
  folder: string,
  maxBytes: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const before = await sizeOf(folder)
  const stopped = new AbortController()
  const checkSize = async () => {
    if ((await sizeOf(folder)) - before > maxBytes) stopped.abort(tooLarge())
  }
  const checkRoom = async () => {
    const free = await freeBytesOf(folder).catch(() => Number.POSITIVE_INFINITY)
    if (free < limits.reservedDiskBytes) stopped.abort(new ToolError('ffmpeg', 'disk-full'))
  }
  const timer = setInterval(() => Promise.all([checkSize(), checkRoom()]), CHECK_MS)
  try {
    await work(AbortSignal.any(signal ? [signal, stopped.signal] : [stopped.signal]))
    await checkSize()
  } catch (error) {
    if (!stopped.signal.aborted) throw error
  } finally {
    clearInterval(timer)
  }
  stopped.signal.throwIfAborted()
}

const tooLarge = () =>
  new RefusedMediaError('too-large', 'This video becomes far too large when it is converted.')

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
