import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

interface ZipEntry {
  name: string
  source: Readable
  /** False for media files, which are compressed already. */
  compress: boolean
  modifiedAt: Date
}

/** Resolves when the whole source has been read, so that sources can be opened one after the other. */
export type AddEntry = (entry: ZipEntry) => Promise<void>

/**
 * Streams the entries that `fill` adds into a zip file. Rejects if a source or the disk fails or the signal is aborted;
 * the caller removes the unfinished file.
 */
export async function writeZip(
  path: string,
  signal: AbortSignal,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const zip = new ZipFile()
  const failed = new AbortController()
  zip.on('error', (error) => failed.abort(error))
  const writing = pipeline(zip.outputStream, createWriteStream(path), {
    signal: AbortSignal.any([signal, failed.signal]),
  })
  // Handled below; without this it would count as an unhandled rejection until then.
  writing.catch(() => {})

  const add: AddEntry = async ({ name, source, compress, modifiedAt }) => {
    try {
      zip.addReadStream(source, name, { compress, mtime: modifiedAt })
      await Promise.race([finished(source, { cleanup: true }), writing])
    } finally {
      source.destroy()
    }
  }
  try {
    await fill(add)
    zip.end()
    await writing
  } catch (error) {
    failed.abort(error)
    await writing.catch(() => {})
    throw error
  }
}
