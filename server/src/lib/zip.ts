import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

interface ZipEntry {
  name: string
  source: Readable
  /** Media files are compressed already. */
  isCompressed: boolean
  modifiedAt: Date
}

/** Resolves when the source has been read to its end, so that sources can be opened one after the other. */
export type AddEntry = (entry: ZipEntry) => Promise<void>

/**
 * Writes a zip file with the entries that `fill` adds, piece by piece as they are read. Rejects when a source or the
 * disk fails and when the signal is aborted; the unfinished file is left to the caller.
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
  // Whoever waits for it gets the error; until then it is not an unhandled one.
  writing.catch(() => {})

  const add: AddEntry = async ({ name, source, isCompressed, modifiedAt }) => {
    try {
      zip.addReadStream(source, name, { compress: isCompressed, mtime: modifiedAt })
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
