import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

const maxLogBytes = 10 * 1024 * 1024
const tailLines = 15
const tailBytes = 16 * 1024

/**
 * Opens PostgreSQL's log and rotates a long one. It is a file and not a pipe because PostgreSQL may outlive this
 * process.
 */
export async function openLogFile(dataDir: string): Promise<FileHandle> {
  const path = join(dataDir, 'postgres.log')
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(path, `${path}.1`)
  return open(path, 'a+', 0o600)
}

export async function sizeOf(file: FileHandle): Promise<number> {
  return (await file.stat()).size
}

/** The last lines written since the file had the size `since`. */
export async function readTail(file: FileHandle, since: number): Promise<string> {
  const end = await sizeOf(file)
  const start = Math.max(since, end - tailBytes)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
  return lastLines(buffer.toString('utf8', 0, bytesRead))
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-tailLines).join('\n')
}
