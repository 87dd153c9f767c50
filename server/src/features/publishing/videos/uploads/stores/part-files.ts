import { type FileHandle, open } from 'node:fs/promises'

/** A part of an upload that is being received, in a local file. */
export class PartFile {
  readonly path: string
  readonly start: number
  /** How many bytes of it were stored before. */
  readonly storedBytes: number
  bytes: number
  readonly #file: FileHandle

  private constructor(path: string, start: number, storedBytes: number, file: FileHandle) {
    this.path = path
    this.start = start
    this.storedBytes = storedBytes
    this.bytes = storedBytes
    this.#file = file
  }

  /** The file already has the bytes that are stored. */
  static async open(path: string, start: number, storedBytes = 0): Promise<PartFile> {
    return new PartFile(path, start, storedBytes, await open(path, 'a'))
  }

  async append(bytes: Buffer): Promise<void> {
    await this.#file.appendFile(bytes)
    this.bytes += bytes.length
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/**
 * Writes the incoming bytes to files of `partBytes` each, starting with `first`, and yields them once they are
 * complete. The last one has the rest.
 */
export async function* collectParts(
  chunks: AsyncIterable<Buffer>,
  first: PartFile,
  openNext: (start: number) => Promise<PartFile>,
  partBytes: number,
): AsyncGenerator<PartFile> {
  let part = first
  try {
    for await (const chunk of chunks) {
      for (let rest = chunk; rest.length > 0; ) {
        const piece = rest.subarray(0, partBytes - part.bytes)
        await part.append(piece)
        rest = rest.subarray(piece.length)
        if (part.bytes < partBytes) continue
        await part.close()
        yield part
        part = await openNext(part.start + part.bytes)
      }
    }
  } finally {
    await part.close()
  }
  if (part.bytes > part.storedBytes) yield part
}
