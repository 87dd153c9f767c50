import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Multipart } from '@fastify/multipart'
import type { FilePart } from '@vireo/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../../lib/app-error.ts'
import { isDiskFull } from '../../lib/files/disk.ts'
import { makeScratch } from '../../lib/files/scratch.ts'
import { describeBytes } from '../../lib/text/bytes.ts'

export interface ReceivedFile {
  path: string
  size: number
  /** The name that the client gave it. For display only, never part of a path. */
  name: string
}

interface Received {
  fields: Record<string, string>
  files: Record<string, ReceivedFile[]>
}

/** Disk space that is claimed for a large body. */
export interface BodySpaceClaim {
  /** Called with the number of bytes received so far. Throws when there is no space for more. */
  grow(received: number): Promise<void>
  release(): Promise<void>
}

const maxFieldBytes = 64 * 1024

/**
 * Writes the files of a multipart body to a scratch folder that is removed after the request. Parts may come in any
 * order.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  reply: FastifyReply,
  expected: Readonly<Record<string, FilePart>>,
  scratchDir: string,
  spaceClaim?: BodySpaceClaim,
): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError(415, 'request.wrong-media-type', 'Send this as multipart/form-data')
  const folder = await makeScratch(scratchDir)
  // Nothing waits for this. If it fails, the next start removes the folder.
  const clean = () =>
    rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      request.log.warn({ err: error, folder }, 'could not remove the files of a request'),
    )
  onceClosed(reply, clean)
  const largest = Math.max(...Object.values(expected).map((part) => part.maxBytes))
  const parts = request.parts({
    limits: { fileSize: largest + 1, fieldSize: maxFieldBytes, fields: 20, files: 10, parts: 30 },
  })
  // The parser listens for errors of the request, and ends with them.
  const waiting = new ParserWait(request.raw, () => request.raw.emit('error', unreadable()))
  const received = await readParts(parts, expected, folder, waiting, spaceClaim).catch((error: unknown) => {
    // Read the rest of the body and drop it; unread, it would block the next request on this connection.
    request.raw.unpipe().resume()
    throw error
  })
  for (const [name, rule] of Object.entries(expected))
    if (rule.required && !received.files[name]?.length) throw badRequest(rule.required, name)
  return received
}

async function readParts(
  parts: AsyncIterable<Multipart>,
  expected: Readonly<Record<string, FilePart>>,
  folder: string,
  waiting: ParserWait,
  spaceClaim: BodySpaceClaim | undefined,
): Promise<Received> {
  const received: Received = { fields: {}, files: {} }
  let total = 0
  for await (const part of waiting.each(withParseErrors(parts))) {
    if (part.type === 'field') {
      // Browsers send line breaks in forms as CR LF.
      received.fields[part.fieldname] = String(part.value).replaceAll('\r\n', '\n')
      continue
    }
    const rule = Object.hasOwn(expected, part.fieldname) ? expected[part.fieldname] : undefined
    if (!rule) {
      for await (const _ of waiting.each(withParseErrors(part.file)));
      continue
    }
    const list = received.files[part.fieldname] ?? []
    received.files[part.fieldname] = list
    if (list.length >= (rule.maxCount ?? 1))
      throw badRequest(rule.tooMany ?? `Too many files in ${part.fieldname}`, part.fieldname)
    const path = join(folder, `${part.fieldname}-${list.length}`)
    const size = await save(waiting.each(part.file), path, part.fieldname, rule, (size) =>
      spaceClaim?.grow(total + size),
    )
    total += size
    // Browsers send an empty part for a file input without a file.
    if (size > 0) list.push({ path, size, name: part.filename ?? '' })
  }
  return received
}

/** Runs `work` once the response is sent or the connection is closed; at once if it is closed already. */
export function onceClosed({ raw }: FastifyReply, work: () => Promise<void>): void {
  if (raw.closed) void work()
  else raw.once('close', work)
}

/** A form that cannot be parsed is a 400 and not a failure of the server. */
async function* withParseErrors<Item>(items: AsyncIterable<Item>) {
  try {
    yield* items
  } catch (error) {
    throw (error as FastifyError).statusCode ? error : unreadable()
  }
}

const unreadable = () => badRequest('The form could not be read to its end')

async function save(
  source: AsyncIterable<Buffer>,
  path: string,
  field: string,
  { maxBytes, noRoom = 'There is not enough room on the server for this file' }: FilePart,
  onGrowth: (size: number) => Promise<void> | undefined,
) {
  let size = 0
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) {
          const message = `The file is too large: at most ${describeBytes(maxBytes)}`
          throw new AppError(413, 'request.too-large', message, { errors: [{ field, message }] })
        }
        await onGrowth(size)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  ).catch((error: unknown) => {
    if (isDiskFull(error)) throw new AppError(507, 'server.no-room', noRoom)
    const isOurs = error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined
    throw isOurs ? error : unreadable()
  })
  return size
}

const maxIdleTurns = 10

/**
 * Notices a parser that waits for more of a body that has ended, as ours does for a part whose header has no end. It
 * does no I/O, so if nothing comes of it within some turns of the event loop, nothing ever will.
 */
class ParserWait {
  readonly #body: Readable
  readonly #onStuck: () => void
  #isWaiting = false
  #waits = 0

  constructor(body: Readable, onStuck: () => void) {
    this.#body = body
    this.#onStuck = onStuck
    body.once('end', () => void this.#endIfStuck())
  }

  /** Passes on what the parser yields. */
  async *each<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      this.#wait()
      for await (const item of items) {
        this.#isWaiting = false
        yield item
        this.#wait()
      }
    } finally {
      this.#isWaiting = false
    }
  }

  #wait() {
    this.#isWaiting = true
    this.#waits++
    if (this.#body.readableEnded) void this.#endIfStuck()
  }

  async #endIfStuck() {
    const waits = this.#waits
    for (let turn = 0; turn < maxIdleTurns; turn++) {
      await setImmediate()
      if (!this.#isWaiting || this.#waits !== waits) return
    }
    this.#onStuck()
  }
}
