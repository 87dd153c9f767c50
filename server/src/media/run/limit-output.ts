import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vireo/contract'
import { freeBytesOf } from '../../lib/files/disk.ts'
import { RefusedMediaError } from '../refused.ts'
import { ToolError } from './tool-error.ts'

const checkMs = 1000

/**
 * Runs `work`, which writes to a folder. If it writes more than `maxBytes`, it is stopped and the video is refused. It
 * is also stopped when the free disk space falls to the reserve. The size of the output is not known in advance.
 */
export async function limitOutput(
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
  const checkFreeSpace = async () => {
    const free = await freeBytesOf(folder).catch(() => Number.POSITIVE_INFINITY)
    if (free < limits.reservedDiskBytes) stopped.abort(new ToolError('ffmpeg', 'disk-full'))
  }
  const timer = setInterval(() => Promise.all([checkSize(), checkFreeSpace()]), checkMs)
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

const tooLarge = () => new RefusedMediaError('This video becomes far too large when it is converted.')

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
